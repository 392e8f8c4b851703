import { setImmediate as turn } from 'node:timers/promises';
import { type Insertable, sql } from 'kysely';
import { z } from 'zod';
import { wordsOf } from '../database/engine.ts';
import { type Columns, untyped } from '../database/queries.ts';
import { save, type TableOfIds } from '../database/save.ts';
import type { Db, Schema } from '../database/schema.ts';
import { referredFiles } from './referred-files.ts';

/** The tables whose rows may refer to files, with the columns that may, and the column of the title. */
const referring = {
  release: { title: 'title', columns: ['body', 'hero', 'changes', 'attachments'] },
  milestone: { title: 'title', columns: ['body', 'attachments'] },
  contributor: { title: 'name', columns: ['avatar_url'] },
} as const;

type ReferringTable = keyof typeof referring;
const referringTables = Object.keys(referring) as ReferringTable[];

function isReferring(table: string): table is ReferringTable {
  return Object.hasOwn(referring, table);
}

/** Saves a row. Marks the files that it no longer uses, and unmarks those that it uses. */
export async function saveWithFiles<T extends TableOfIds>(
  db: Db,
  table: T,
  row: Insertable<Schema[T]> & { id: string },
  now: Date,
): Promise<void> {
  const before = await filesUsedByStored(db, table, row.id);
  await save(db, table, row);
  const used = filesUsedBy(table, row);
  if (used.size > 0)
    await db.deleteFrom('unused_upload').where(wordsOf(db).isAmong('name', used)).execute();
  const ended = [...before].filter((name) => !used.has(name));
  if (ended.length > 0) await markFiles(db, ended, now);
}

/**
 * Marks stored files that may be unused from now on. Others can still use them: that is only
 * checked before a marked file is removed.
 */
export async function markFiles(db: Db, names: Iterable<string>, now: Date): Promise<void> {
  const uploaded_at = now.toISOString();
  await db
    .insertInto('unused_upload')
    .columns(['name', 'uploaded_at'])
    .expression((eb) =>
      eb
        .selectFrom('file')
        .select(['name', eb.val(uploaded_at).as('uploaded_at')])
        .where(wordsOf(db).isAmong('name', names)),
    )
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ uploaded_at }))
    .execute();
}

/** Names of the files that a row, or the resource made of it, uses. Some may not exist. */
function filesUsedBy(table: string, row: object | undefined): ReadonlySet<string> {
  if (!row || !isReferring(table)) return new Set();
  return referredFiles(referring[table].columns.map((column) => (row as Columns)[column]));
}

/** Names of the files that the stored row uses. */
async function filesUsedByStored(db: Db, table: string, id: string): Promise<ReadonlySet<string>> {
  if (!isReferring(table)) return new Set();
  const { columns } = referring[table];
  const row = untyped(db).selectFrom(table).select(columns).where('id', '=', id);
  return filesUsedBy(table, await row.executeTakeFirst());
}

/** A resource that uses files. */
export interface FileUser {
  table: ReferringTable;
  id: string;
  title: string;
  /** Names of the files; some may not exist. */
  files: ReadonlySet<string>;
}

const maxAtOnce = 100;
const Row = z.object({ id: z.string(), title: z.string(), text: z.string() });

/**
 * All resources that may use files. Outside of a transaction, reads in batches, between which
 * requests can run. A transaction reads at once, because other writes wait for it.
 */
export async function* fileUsers(db: Db): AsyncGenerator<FileUser> {
  for (const table of referringTables) {
    if (db.isTransaction) yield* usersIn(table, await selectTexts(db, table).execute());
    else
      for (let last: unknown = ''; last !== undefined; await turn()) {
        const batch = selectTexts(db, table).where('id', '>', last).limit(maxAtOnce);
        const rows = await batch.execute();
        yield* usersIn(table, rows);
        last = rows.at(-1)?.id;
      }
  }
}

/** The texts of a table's rows, sorted by id. Texts that refer to no file are empty. */
function selectTexts(db: Db, table: ReferringTable) {
  const { title, columns } = referring[table];
  // A quotation mark ends the name of a file at the end of a column.
  const text = sql<string>`concat_ws('"', ${sql.join(columns.map((column) => sql.ref(column)))})`;
  return untyped(db)
    .selectFrom(table)
    .select(['id', `${title} as title`])
    .select(sql`case when ${text} like '%/files/%' then ${text} else '' end`.as('text'))
    .orderBy('id');
}

function* usersIn(table: ReferringTable, rows: readonly unknown[]): Generator<FileUser> {
  for (const row of rows) {
    const { id, title, text } = Row.parse(row);
    if (text !== '') yield { table, id, title, files: referredFiles(text) };
  }
}

/**
 * Removes files that only a removed resource used, because they would otherwise stay public.
 * @param gone the removed row, or the resource made of it
 */
export async function removeFilesOf(db: Db, table: string, gone: object): Promise<void> {
  const isOfIt = wordsOf(db).isAmong('name', filesUsedBy(table, gone));
  const found = await db.selectFrom('file').select('name').where(isOfIt).execute();
  const names = new Set(found.map(({ name }) => name));
  if (names.size === 0) return;
  await dropUsed(db, names);
  await db.deleteFrom('file').where(wordsOf(db).isAmong('name', names)).execute();
}

/** Removes the names of files that any resource uses from a set of names. */
export async function dropUsed(db: Db, names: Set<string>): Promise<void> {
  for await (const { files } of fileUsers(db)) for (const name of files) names.delete(name);
}
