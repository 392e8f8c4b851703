import { type RawBuilder, sql } from 'kysely';
import { untyped } from '../../database/queries.ts';
import type { Db } from '../../database/schema.ts';
import type { DataSetCollection } from '../step.ts';

const later = sql<string>`case when updated_at > created_at then updated_at else created_at end`;
const ifKnown = sql<string>`coalesce(changed_at, '')`;

/**
 * Collections that can be pruned, ordered so that no dangling references remain, with their tables
 * and the column that people know. Keys, hooks, incoming webhooks, subscribers and lists are never
 * pruned.
 */
export const prunable = {
  releases: { table: 'release', title: 'title', changedAt: later },
  milestones: { table: 'milestone', title: 'title', changedAt: later },
  projects: { table: 'project', title: 'name', changedAt: ifKnown },
  labels: { table: 'label', title: 'name', changedAt: ifKnown },
  contributors: { table: 'contributor', title: 'name', changedAt: ifKnown },
} as const satisfies Partial<
  Record<DataSetCollection, { table: string; title: string; changedAt: RawBuilder<string> }>
>;

export type Prunable = keyof typeof prunable;
export const prunables = Object.keys(prunable) as Prunable[];

/** A row that may be removed. */
export interface PrunableRow {
  id: string;
  title: string;
  /** Last change in UTC; empty if unknown. */
  changed_at: string;
}

/** All rows of a collection, or the one with an id. */
export async function rowsOf(db: Db, collection: Prunable, id?: string): Promise<PrunableRow[]> {
  const { table, title, changedAt } = prunable[collection];
  const rows = untyped(db)
    .selectFrom(table)
    .select(['id', `${title} as title`, changedAt.as('changed_at')])
    .orderBy('id');
  const found = await (id === undefined ? rows : rows.where('id', '=', id)).execute();
  return found as unknown as PrunableRow[];
}

/** A release or milestone that refers to a row. */
interface Owner {
  from: 'releases' | 'milestones';
  id: string;
}

interface Reference extends Pick<Owner, 'from'> {
  table: string;
  owner: string;
  column: string;
}

/** Columns that refer to a collection. */
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

/** Finds the releases and milestones that refer to a row. */
export async function ownersOf(db: Db, collection: Prunable, id: string): Promise<Owner[]> {
  const found: Owner[] = [];
  for (const { from, table, owner, column } of references[collection] ?? []) {
    const owners = untyped(db).selectFrom(table).select(`${owner} as id`).where(column, '=', id);
    for (const row of await owners.execute()) found.push({ from, id: String(row.id) });
  }
  return found;
}
