import { isDeepStrictEqual } from 'node:util';
import type { Insertable } from 'kysely';
import type { Awaitable } from '../../lib/awaitable.ts';
import { type LinkTable, linkedIds, replaceLinks } from '../database/links.ts';
import { type Columns, untyped } from '../database/queries.ts';
import { save, type TableOfIds } from '../database/save.ts';
import type { Db, Schema } from '../database/schema.ts';
import type { ImportDecision, Step } from './step.ts';

interface RowStep<T extends TableOfIds> {
  collection: Step['collection'];
  table: T;
  /** About how much it writes, in bytes. */
  bytes?: number;
  id: string;
  /** What its table is to hold; it may depend on what that holds now. */
  toRow: (db: Db) => Awaitable<Row<T>>;
  /** What it is linked to, in its order, by the table that links them. */
  links?: Partial<Record<LinkTable, readonly { id: string }[]>>;
  /** Whether its table says when a row was last written here, which no data set does. */
  isTimed?: boolean;
}

/** A row of one of these tables. */
export type Row<T extends TableOfIds> = Insertable<Schema[T]> & { id: string };

/** A row of a table, and what it is linked to. Its `updated_at`, where it has one, is its age. */
export function rowStep<T extends TableOfIds>(about: RowStep<T>): Step {
  const { collection, table, bytes = 0, id, toRow, links = {}, isTimed = false } = about;
  const linked = Object.entries(links) as [LinkTable, readonly { id: string }[]][];
  return {
    collection,
    id,
    bytes,
    async decide(db, replace) {
      const row = await toRow(db);
      const present = await readRow(db, table, row);
      if (!present) return 'new';
      const isSame = isDeepStrictEqual(present, row) && (await areLinked(db, id, linked));
      if (isSame) return 'same';
      return replace ? 'changed' : byAge(present, row);
    },
    async write(db, { now }) {
      const time = isTimed ? { changed_at: now.toISOString() } : {};
      await save(db, table, { ...(await toRow(db)), ...time });
      for (const [join, targets] of linked) await replaceLinks(db, join, id, targets);
    },
  };
}

/** What is newer here stays. Of the same age, what a data set says holds: it may be edited. */
function byAge(present: Columns, row: Columns): ImportDecision {
  return String(present.updated_at ?? '') > String(row.updated_at ?? '') ? 'kept' : 'changed';
}

/** The columns that a row names, as they are. */
async function readRow(db: Db, table: TableOfIds, row: Columns & { id: string }) {
  const found = await untyped(db)
    .selectFrom(table)
    .select(Object.keys(row))
    .where('id', '=', row.id)
    .executeTakeFirst();
  return found && { ...found };
}

async function areLinked(
  db: Db,
  id: string,
  linked: readonly [LinkTable, readonly { id: string }[]][],
): Promise<boolean> {
  for (const [join, targets] of linked) {
    const wanted = [...new Set(targets.map((one) => one.id))];
    if (!isDeepStrictEqual(await linkedIds(db, join, id), wanted)) return false;
  }
  return true;
}
