import type { Database } from '../../lib/database/database.ts';
import { toInstant } from '../../lib/instant.ts';
import type { DataSet } from '../../model/data-set.ts';
import { SettingsError } from '../../model/errors.ts';
import type { IncomingWebhook } from '../../model/incoming-webhook.ts';
import type { Milestone } from '../../model/milestone.ts';
import type { Subscriber } from '../../model/subscriber.ts';
import { toFlag } from '../database/columns.ts';
import { replaceLinks } from '../database/link.ts';
import { upsert } from '../database/upsert.ts';
import { type StoredFile, writeFile } from '../resources/files.ts';
import { saveRelease } from '../resources/save-release.ts';
import { findWorkspace } from '../resources/workspace.ts';
import { tokenFor } from './token.ts';

/**
 * Adds and updates everything that a data set holds, in one transaction; what it does not name
 * stays. Doing it twice changes nothing more.
 * @throws SettingsError when the database holds another workspace.
 */
export function importDataSet(database: Database, data: DataSet, files: StoredFile[]): void {
  database.transaction(() => {
    importWorkspace(database, data.workspace);
    importParts(database, data);
    for (const release of data.releases) saveRelease(database, release);
    for (const milestone of data.milestones) importMilestone(database, milestone);
    for (const subscriber of data.subscribers) importSubscriber(database, subscriber);
    for (const webhook of data.incoming_webhooks) importWebhook(database, webhook);
    for (const file of files) writeFile(database, file);
  });
}

function importWorkspace(database: Database, workspace: DataSet['workspace']): void {
  const present = findWorkspace(database);
  if (present && present.id !== workspace.id)
    throw new SettingsError(
      `The database holds the workspace "${present.name}" (${present.id}), the data set "${workspace.name}" (${workspace.id}). A database keeps one workspace: choose another file with --database.`,
    );
  upsert(database, 'workspace', {
    ...workspace,
    release_change_types: JSON.stringify(workspace.release_change_types),
    roadmap_status_types: JSON.stringify(workspace.roadmap_status_types),
  });
}

/** What releases, milestones and subscribers refer to; a data set may name it only inside them. */
function importParts(database: Database, data: DataSet): void {
  const entries = [...data.releases, ...data.milestones];
  const projects = [...entries.flatMap(({ project }) => project ?? []), ...data.projects];
  const labels = [...entries.flatMap((entry) => entry.labels), ...data.labels];
  const members = [...data.releases.flatMap((r) => r.contributors), ...data.contributors];
  for (const project of projects) upsert(database, 'project', project);
  for (const label of labels) upsert(database, 'label', label);
  for (const contributor of members) upsert(database, 'contributor', contributor);
  for (const { id, name, created_at, updated_at } of subscriberLists(data))
    upsert(database, 'subscriber_list', {
      id,
      name,
      created_at: toInstant(created_at),
      updated_at: toInstant(updated_at),
    });
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

function importMilestone(database: Database, milestone: Milestone): void {
  const { project, labels, started_at, ended_at, ...rest } = milestone;
  upsert(database, 'milestone', {
    ...rest,
    is_public: toFlag(milestone.is_public),
    project_id: project?.id ?? null,
    attachments: JSON.stringify(milestone.attachments),
    started_at: started_at && toInstant(started_at),
    ended_at: ended_at && toInstant(ended_at),
    created_at: toInstant(milestone.created_at),
    updated_at: toInstant(milestone.updated_at),
  });
  replaceLinks(database, 'milestone_label', milestone.id, labels);
}

function importSubscriber(database: Database, subscriber: Subscriber): void {
  const { id, email, lists, created_at, updated_at } = subscriber;
  const times = { created_at: toInstant(created_at), updated_at: toInstant(updated_at) };
  upsert(database, 'subscriber', { id, email, ...times });
  replaceLinks(database, 'subscription', id, lists);
}

function importWebhook(database: Database, webhook: IncomingWebhook): void {
  upsert(database, 'incoming_webhook', {
    id: webhook.id,
    name: webhook.name,
    type: webhook.type,
    is_enabled: toFlag(webhook.isEnabled),
    ...tokenFor(database, webhook),
    last_triggered_at: webhook.lastTriggeredAt && toInstant(webhook.lastTriggeredAt),
    created_at: toInstant(webhook.createdAt),
    updated_at: toInstant(webhook.updatedAt),
  });
}
