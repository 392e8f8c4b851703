import type { Db } from '../../database/schema.ts';
import { untyped } from '../../database/untyped.ts';
import type { Prunable } from './prunable.ts';

/** A release or a milestone that refers to something. */
export interface Owner {
  from: 'releases' | 'milestones';
  id: string;
}

interface Reference extends Pick<Owner, 'from'> {
  table: string;
  owner: string;
  column: string;
}

/** What refers to a thing; nothing does to releases and milestones. */
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

/** Which releases and milestones refer to it. */
export async function ownersOf(db: Db, collection: Prunable, id: string): Promise<Owner[]> {
  const found: Owner[] = [];
  for (const { from, table, owner, column } of references[collection] ?? []) {
    const owners = untyped(db).selectFrom(table).select(`${owner} as id`).where(column, '=', id);
    for (const row of await owners.execute()) found.push({ from, id: String(row.id) });
  }
  return found;
}
