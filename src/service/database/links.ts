import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { untyped } from './queries.ts';
import type { Db } from './schema.ts';

/** The tables that link two others in an order, and their two columns. */
const links = {
  release_label: ['release_id', 'label_id'],
  release_contributor: ['release_id', 'contributor_id'],
  milestone_label: ['milestone_id', 'label_id'],
  subscription: ['subscriber_id', 'list_id'],
} as const;

export type LinkTable = keyof typeof links;

/** Links in one statement, of up to four values; SQLite takes 32,766 in it. */
const maxRows = 5000;

/** Looking up and sorting the owners of so many links costs less than a page of a list. */
const maxLookedUp = 1000;

const Linked = z.object({ id: z.string() });

/** The ids that a row is linked to, in their order. */
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
 * The condition that rows are linked to any of these. Where few links match, they lead to the rows.
 * Where many do, a walk through the rows soon fills a page, and asks each row for its links.
 * @param owner the column with the id of a row
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

/**
 * Makes a row's links be exactly these, in their order; one that is named twice counts once. The row
 * itself was written before.
 */
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

/** What links to labels hold of their release. */
async function timeOf(db: Db, release: string): Promise<{ created_at: string } | undefined> {
  const found = db.selectFrom('release').select('created_at').where('id', '=', release);
  return found.executeTakeFirst();
}

/** Links to one thing become links to another, once each, where they stand. */
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

/** Nothing is linked to it any more. */
export async function dropLinks(db: Db, table: LinkTable, target: string): Promise<void> {
  const [, targetColumn] = links[table];
  await untyped(db).deleteFrom(table).where(targetColumn, '=', target).execute();
}
