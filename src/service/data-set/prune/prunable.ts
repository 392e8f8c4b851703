import { type RawBuilder, sql } from 'kysely';
import { isLinkedTo } from '../../database/links.ts';
import { untyped } from '../../database/queries.ts';
import type { Db } from '../../database/schema.ts';
import type { DataSetCollection } from '../step.ts';

const later = sql<string>`case when updated_at > created_at then updated_at else created_at end`;
const ifKnown = sql<string>`coalesce(changed_at, '')`;

/**
 * Collections that can be pruned, with their table and the column that has the title of a row.
 * Releases and milestones come first, because they refer to rows of the other collections. Keys,
 * hooks, incoming webhooks, subscribers and lists are never pruned.
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

export interface PrunableRow {
  id: string;
  title: string;
  /** Time of the last change, in UTC; empty if unknown. */
  changed_at: string;
}

/** All rows of a collection, or only the row with the given id. */
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

/**
 * For each collection, returns the conditions that find the releases and milestones which refer to
 * a row.
 */
const references: Partial<
  Record<Prunable, (id: string) => Partial<Record<Owner['from'], RawBuilder<boolean>>>>
> = {
  projects: (id) => ({ releases: ofProject(id), milestones: ofProject(id) }),
  labels: (id) => ({
    releases: isLinkedTo('release_label', id),
    milestones: isLinkedTo('milestone_label', id),
  }),
  contributors: (id) => ({ releases: isLinkedTo('release_contributor', id) }),
};

function ofProject(id: string): RawBuilder<boolean> {
  return sql`project_id = ${id}`;
}

/** Finds the releases and milestones that refer to a row. */
export async function ownersOf(db: Db, collection: Prunable, id: string): Promise<Owner[]> {
  const found: Owner[] = [];
  for (const [name, condition] of Object.entries(references[collection]?.(id) ?? {})) {
    const from = name as Owner['from'];
    const owners = untyped(db).selectFrom(prunable[from].table).select('id').where(condition);
    for (const row of await owners.execute()) found.push({ from, id: String(row.id) });
  }
  return found;
}
