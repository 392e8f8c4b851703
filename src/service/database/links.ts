import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { untyped } from './queries.ts';
import type { Db } from './schema.ts';

/**
 * Tables of links between rows, with their columns for the owner and the target. The links of an
 * owner have an order.
 */
const links = {
  release_label: ['release_id', 'label_id'],
  release_contributor: ['release_id', 'contributor_id'],
  milestone_label: ['milestone_id', 'label_id'],
  subscription: ['subscriber_id', 'list_id'],
} as const;

export type LinkTable = keyof typeof links;

/**
 * Maximum number of links per statement. SQLite accepts 32,766 values, and a link has up to four.
 */
const maxRows = 5000;

/**
 * Maximum number of links whose owners are looked up and sorted. With more links, testing one row
 * after another is faster.
 */
const maxLookedUp = 1000;

const Linked = z.object({ id: z.string() });

/** Ids of the targets of an owner, in their order. */
export async function linkedIds(db: Db, table: LinkTable, owner: string): Promise<string[]> {
  const [ownerColumn, targetColumn] = links[table];
  const rows = await untyped(db)
    .selectFrom(table)
    .select(`${targetColumn} as id`)
    .where(ownerColumn, '=', owner)
    .orderBy('position')
    .execute();
  return rows.map((row) => Linked.parse(row).id);
}

const Counted = z.object({ n: z.coerce.number() });

/**
 * A condition for rows that are linked to any of the targets. If few links match, the condition
 * looks up their owners. If many match, testing one row after another fills a page sooner.
 * @param owner the column with the id of the tested row
 */
export async function isLinkedToAny(
  db: Db,
  table: LinkTable,
  owner: 'release.id' | 'subscriber.id',
  targets: readonly string[],
): Promise<RawBuilder<boolean>> {
  const [ownerColumn, targetColumn] = links[table];
  const matching = untyped(db)
    .selectFrom(`${table} as x`)
    .select(`x.${ownerColumn}`)
    .where(`x.${targetColumn}`, 'in', targets);
  const counted = await db
    .selectFrom(matching.limit(maxLookedUp + 1).as('few'))
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirst();
  if (Counted.parse(counted).n <= maxLookedUp) return sql`${sql.ref(owner)} in ${matching}`;
  return sql`exists ${matching.where(`x.${ownerColumn}`, '=', sql.ref(owner))}`;
}

/** A condition for rows that have a link to the target. */
export function isLinkedTo(table: LinkTable, target: string): RawBuilder<boolean> {
  const [owner, column] = links[table].map((name) => sql.ref(name));
  return sql`id in (select ${owner} from ${sql.table(table)} where ${column} = ${target})`;
}

/** Replaces all links of a row. Duplicates are left out. The row must already exist. */
export async function replaceLinks(
  db: Db,
  table: LinkTable,
  owner: string,
  targets: readonly { id: string }[],
): Promise<void> {
  const [ownerColumn, targetColumn] = links[table];
  await untyped(db).deleteFrom(table).where(ownerColumn, '=', owner).execute();
  const ids = new Set(targets.map(({ id }) => id));
  const copied = ids.size > 0 && table === 'release_label' ? await timeOf(db, owner) : {};
  const rows = [...ids].map((id, position) => ({
    [ownerColumn]: owner,
    [targetColumn]: id,
    position,
    ...copied,
  }));
  for (let at = 0; at < rows.length; at += maxRows)
    await untyped(db)
      .insertInto(table)
      .values(rows.slice(at, at + maxRows))
      .execute();
}

/**
 * Links of releases to labels also store when the release was created, so that an index can sort by
 * it.
 */
async function timeOf(db: Db, release: string): Promise<{ created_at: string } | undefined> {
  const found = db.selectFrom('release').select('created_at').where('id', '=', release);
  return found.executeTakeFirst();
}

/** Makes all links to the row `from` point to the row `to` instead, without duplicates. */
export async function moveLinks(
  db: Db,
  table: LinkTable,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [ownerColumn, targetColumn] = links[table];
  await untyped(db)
    .updateTable(table)
    .set({ [targetColumn]: to })
    .where(targetColumn, '=', from)
    .where(
      ownerColumn,
      'not in',
      untyped(db).selectFrom(table).select(ownerColumn).where(targetColumn, '=', to),
    )
    .execute();
  await dropLinks(db, table, from);
}

/** Removes all links to a row. */
export async function dropLinks(db: Db, table: LinkTable, target: string): Promise<void> {
  const [, targetColumn] = links[table];
  await untyped(db).deleteFrom(table).where(targetColumn, '=', target).execute();
}
