import type { Db } from '../../database/schema.ts';
import { untyped } from '../../database/untyped.ts';
import type { Prunable } from './prunable.ts';

interface Reference {
  /** The releases or milestones that refer to it. */
  from: 'releases' | 'milestones';
  table: string;
  owner: string;
  column: string;
}

/** What refers to a thing that has no time of its own. */
const references: Partial<Record<Prunable, readonly Reference[]>> = {
  projects: [
    { from: 'releases', table: 'release', owner: 'id', column: 'project_id' },
    { from: 'milestones', table: 'milestone', owner: 'id', column: 'project_id' },
  ],
  labels: [
    { from: 'releases', table: 'release_label', owner: 'release_id', column: 'label_id' },
    { from: 'milestones', table: 'milestone_label', owner: 'milestone_id', column: 'label_id' },
  ],
  contributors: [
    {
      from: 'releases',
      table: 'release_contributor',
      owner: 'release_id',
      column: 'contributor_id',
    },
  ],
};

/**
 * Whether a release or a milestone refers to it.
 * @param counts which of those count, by their ids
 */
export async function isReferredTo(
  db: Db,
  collection: Prunable,
  id: string,
  counts: (from: Reference['from'], owner: string) => boolean = () => true,
): Promise<boolean> {
  for (const { from, table, owner, column } of references[collection] ?? []) {
    const owners = untyped(db).selectFrom(table).select(`${owner} as owner`).where(column, '=', id);
    for (const row of await owners.execute()) if (counts(from, String(row.owner))) return true;
  }
  return false;
}
