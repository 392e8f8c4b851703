import { toIsoUtc } from '../../lib/time/clock.ts';
import type { Release } from '../../model/api/release.ts';
import type { Milestone } from '../contract/resources.ts';
import { toMilestoneRow } from '../resources/milestones.ts';
import { toReleaseRow } from '../resources/releases/releases.ts';
import type { LazyFile } from './lazy-file.ts';
import { type Row, rowStep } from './row-step.ts';
import type { DataSet } from './schema.ts';
import { fileStep, webhookStep, workspaceStep } from './special-steps.ts';
import type { DataSetCollection, Step } from './step.ts';
import { subscriberSteps } from './subscriber-steps.ts';

/**
 * The steps of an import, each after the steps that it depends on. All data is converted here, so
 * that invalid data is found before the first write.
 */
export function stepsOf(data: DataSet, files: LazyFile[]): Step[] {
  return [
    workspaceStep(data.workspace),
    ...partSteps(data),
    ...data.releases.map(releaseStep),
    ...data.milestones.map(milestoneStep),
    ...subscriberSteps(data.subscribers),
    ...data.incoming_webhooks.map(webhookStep),
    ...files.map(fileStep),
  ];
}

/**
 * All projects, labels and contributors, without duplicates. Some may only occur within releases
 * and milestones.
 */
export function partsOf(data: DataSet) {
  const entries = [...data.releases, ...data.milestones];
  return {
    projects: lastOfEach([...entries.flatMap(({ project }) => project ?? []), ...data.projects]),
    labels: lastOfEach([...entries.flatMap(({ labels }) => labels), ...data.labels]),
    contributors: lastOfEach([
      ...data.releases.flatMap(({ contributors }) => contributors),
      ...data.contributors,
    ]),
  };
}

function partSteps(data: DataSet): Step[] {
  const { projects, labels, contributors } = partsOf(data);
  const lists = subscriberLists(data).map(({ id, name, created_at, updated_at }) => ({
    id,
    name,
    created_at: toIsoUtc(created_at),
    updated_at: toIsoUtc(updated_at),
  }));
  return [
    ...partStep('projects', { table: 'project', isTimed: true }, projects),
    ...partStep('labels', { table: 'label', isTimed: true }, labels),
    ...partStep('contributors', { table: 'contributor', isTimed: true }, contributors),
    ...partStep(
      'subscriber lists',
      { table: 'subscriber_list', isTimed: false },
      lastOfEach(lists),
    ),
  ];
}

function partStep<T extends 'project' | 'label' | 'contributor' | 'subscriber_list'>(
  collection: DataSetCollection,
  about: { table: T; isTimed: boolean },
  rows: readonly Row<T>[],
): Step[] {
  return rows.map((row) => rowStep({ ...about, collection, id: row.id, toRow: () => row }));
}

/**
 * All subscriber lists. A subscriber may be on a list that `subscriber_lists` lacks; such a list
 * gets the creation time of the subscriber.
 */
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

/** If several rows share an id, keeps the last one. */
function lastOfEach<T extends { id: string }>(rows: readonly T[]): T[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function releaseStep(release: Release): Step {
  const row = toReleaseRow(release);
  const links = { release_label: release.labels, release_contributor: release.contributors };
  const { id, body } = release;
  const about = { collection: 'releases', table: 'release', id, bytes: body.length } as const;
  return rowStep({ ...about, toRow: () => row, links });
}

function milestoneStep(milestone: Milestone): Step {
  const row = toMilestoneRow(milestone);
  const { id, body, labels } = milestone;
  const about = { collection: 'milestones', table: 'milestone', id, bytes: body.length } as const;
  return rowStep({ ...about, toRow: () => row, links: { milestone_label: labels } });
}
