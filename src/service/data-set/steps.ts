import type { Database } from '../../lib/database/database.ts';
import { toInstant } from '../../lib/instant.ts';
import type { DataSet } from '../../model/data-set.ts';
import type { IncomingWebhook } from '../../model/incoming-webhook.ts';
import type { Milestone } from '../../model/milestone.ts';
import type { Release } from '../../model/release.ts';
import type { Subscriber } from '../../model/subscriber.ts';
import { toFlag } from '../database/columns.ts';
import { replaceLinks } from '../database/link.ts';
import { upsert } from '../database/upsert.ts';
import { type StoredFile, writeFile } from '../resources/files.ts';
import { toReleaseRow, writeReleaseRow } from '../resources/save-release.ts';
import { tokenFor } from './token.ts';

/** One thing to be written. */
export interface Step {
  /** About how much it writes, in bytes. */
  bytes: number;
  write: (database: Database) => void;
}

/**
 * What an import writes, in an order in which everything finds what it refers to. All of it is made
 * ready here, so that what cannot be kept is met before the first write.
 */
export function stepsOf(data: DataSet, files: StoredFile[]): Step[] {
  return [
    ...partSteps(data),
    ...data.releases.map(releaseStep),
    ...data.milestones.map(milestoneStep),
    ...data.subscribers.map(subscriberStep),
    ...data.incoming_webhooks.map(webhookStep),
    ...files.map((file) => step((database) => writeFile(database, file), file.bytes.byteLength)),
  ];
}

function step(write: Step['write'], bytes = 0): Step {
  return { bytes, write };
}

/** What releases, milestones and subscribers refer to; a data set may name it only inside them. */
function partSteps(data: DataSet): Step[] {
  const entries = [...data.releases, ...data.milestones];
  const projects = [...entries.flatMap(({ project }) => project ?? []), ...data.projects];
  const labels = [...entries.flatMap((entry) => entry.labels), ...data.labels];
  const members = [...data.releases.flatMap((r) => r.contributors), ...data.contributors];
  const lists = subscriberLists(data).map(({ id, name, created_at, updated_at }) => ({
    ...{ id, name },
    created_at: toInstant(created_at),
    updated_at: toInstant(updated_at),
  }));
  const tables = { project: projects, label: labels, contributor: members, subscriber_list: lists };
  return Object.entries(tables).flatMap(([table, rows]) =>
    lastOfEach<{ id: string }>(rows).map((row) => step((database) => upsert(database, table, row))),
  );
}

/** Rows by their ids: the one that would be written last stands for those before it. */
function lastOfEach<T extends { id: string }>(rows: readonly T[]): T[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** A list that only a subscriber names is as old as that subscriber. */
function subscriberLists({ subscribers, subscriber_lists }: DataSet) {
  const named = new Set(subscriber_lists.map(({ id }) => id));
  const unnamed = subscribers.flatMap(({ lists, created_at }) =>
    lists.filter(({ id }) => !named.has(id)).map((list) => ({ ...list, created_at })),
  );
  return [
    ...unnamed.map((list) => ({ ...list, updated_at: list.created_at })),
    ...subscriber_lists,
  ];
}

function releaseStep(release: Release): Step {
  const row = toReleaseRow(release);
  return step((database) => writeReleaseRow(database, row, release), release.body.length);
}

function milestoneStep(milestone: Milestone): Step {
  const { project, labels, started_at, ended_at, ...rest } = milestone;
  const row = {
    ...rest,
    is_public: toFlag(milestone.is_public),
    project_id: project?.id ?? null,
    attachments: JSON.stringify(milestone.attachments),
    started_at: started_at && toInstant(started_at),
    ended_at: ended_at && toInstant(ended_at),
    created_at: toInstant(milestone.created_at),
    updated_at: toInstant(milestone.updated_at),
  };
  return step((database) => {
    upsert(database, 'milestone', row);
    replaceLinks(database, 'milestone_label', milestone.id, labels);
  }, milestone.body.length);
}

function subscriberStep(subscriber: Subscriber): Step {
  const { id, email, lists, created_at, updated_at } = subscriber;
  const times = { created_at: toInstant(created_at), updated_at: toInstant(updated_at) };
  return step((database) => {
    upsert(database, 'subscriber', { id, email, ...times });
    replaceLinks(database, 'subscription', id, lists);
  });
}

function webhookStep(webhook: IncomingWebhook): Step {
  const row = {
    id: webhook.id,
    name: webhook.name,
    type: webhook.type,
    is_enabled: toFlag(webhook.isEnabled),
    last_triggered_at: webhook.lastTriggeredAt && toInstant(webhook.lastTriggeredAt),
    created_at: toInstant(webhook.createdAt),
    updated_at: toInstant(webhook.updatedAt),
  };
  return step((database) =>
    upsert(database, 'incoming_webhook', { ...row, ...tokenFor(database, webhook) }),
  );
}
