import { sql } from 'kysely';
import { z } from 'zod';
import { wordsOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';
import { inSnapshot } from '../database/transaction.ts';

const StoredFile = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.instanceof(Uint8Array<ArrayBuffer>),
});
export type StoredFile = z.infer<typeof StoredFile>;

const Part = StoredFile.extend({ size: z.int() });

/** Reads the file that is served at `/files/<name>`. */
export async function readFile(db: Db, name: string): Promise<StoredFile | undefined> {
  const first = await readPart(db, name, 0);
  if (!first || first.size === first.bytes.length) return first;
  return inSnapshot(db, (db) => readParts(db, name));
}

async function readParts(db: Db, name: string): Promise<StoredFile | undefined> {
  const first = await readPart(db, name, 0);
  if (!first) return undefined;
  const bytes = new Uint8Array(first.size);
  let part: StoredFile | undefined = first;
  for (let read = 0; part && read < first.size; ) {
    bytes.set(part.bytes, read);
    read += part.bytes.length;
    if (read < first.size) part = await readPart(db, name, read);
  }
  return { ...first, bytes };
}

/** @param from offset of the part in bytes */
async function readPart(db: Db, name: string, from: number) {
  const { partSize } = wordsOf(db);
  const bytes = sql<Uint8Array>`substr(bytes, ${sql.lit(from + 1)}, ${sql.lit(partSize)})`;
  const row = await db
    .selectFrom('file')
    .select(['name', 'type', sql<number>`length(bytes)`.as('size'), bytes.as('bytes')])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && Part.parse(row);
}

/** Finds a file's name, type and size, without reading its bytes. */
export async function findFile(db: Db, name: string) {
  return described(db).where('name', '=', name).executeTakeFirst();
}

/** Name, type and size of the first files, sorted by name. */
export function firstFiles(db: Db, limit: number) {
  return described(db).orderBy('name').limit(limit).execute();
}

function described(db: Db) {
  return db.selectFrom('file').select(['name', 'type', sql<number>`length(bytes)`.as('size')]);
}

/** The files with these names, but those that would exceed the total size. */
export async function readFiles(
  db: Db,
  names: Iterable<string>,
  maxBytes: number,
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  let left = maxBytes;
  for (const name of names) {
    const size = (await findFile(db, name))?.size ?? 0;
    const file = size > 0 && size <= left ? await readFile(db, name) : undefined;
    if (file) files.push(file);
    left -= file ? size : 0;
  }
  return files;
}

/** Adds or replaces a file. */
export async function writeFile(db: Db, { name, type, bytes }: StoredFile): Promise<void> {
  await db
    .insertInto('file')
    .values({ name, type, bytes })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ type, bytes }))
    .execute();
}

/** All files, sorted by name. */
export async function allFiles(db: Db) {
  const rows = await db.selectFrom('file').select(['name', 'type']).orderBy('name').execute();
  const read = async (name: string) => (await readFile(db, name))?.bytes ?? new Uint8Array();
  return rows.map(({ name, type }) => ({ name, type, bytes: () => read(name) }));
}
