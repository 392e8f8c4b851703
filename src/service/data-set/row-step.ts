import { isDeepStrictEqual } from 'node:util';
import type { Insertable } from 'kysely';
import type { Awaitable } from '../../lib/awaitable.ts';
import { type LinkTable, linkedIds, replaceLinks } from '../database/links.ts';
import { type Columns, untyped } from '../database/queries.ts';
import type { TableOfIds } from '../database/save.ts';
import type { Db, Schema } from '../database/schema.ts';
import { saveWithFiles } from '../resources/file-uses.ts';
import type { Step } from './step.ts';

interface RowStep<T extends TableOfIds> {
  collection: Step['collection'];
  table: T;
  /** Approximate size, in bytes. */
  bytes?: number;
  id: string;
  /** Returns the row to write, which may depend on the row in the database. */
  toRow: (db: Db) => Awaitable<Row<T>>;
  /** Linked resources in order, by link table. */
  links?: Partial<Record<LinkTable, readonly { id: string }[]>>;
  /** Whether the table has the column `changed_at`, which gets the time of the import. */
  isTimed?: boolean;
}

export type Row<T extends TableOfIds> = Insertable<Schema[T]> & { id: string };

/**
 * Creates a step that writes a row and its links. `updated_at` decides whether the row in the
 * database is newer.
 */
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
      // A newer row in the database is kept. If both have the same time, the data set is used,
      // because someone may have edited its file.
      const isNewer = String(present.updated_at ?? '') > String((row as Columns).updated_at ?? '');
      return isNewer && !replace ? 'kept' : 'changed';
    },
    async write(db, { now }) {
      const time = isTimed ? { changed_at: now.toISOString() } : {};
      await saveWithFiles(db, table, { ...(await toRow(db)), ...time }, now);
      for (const [join, targets] of linked) await replaceLinks(db, join, id, targets);
    },
  };
}

/** Reads the row in the database, with the columns that `row` has. */
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
