import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { referredFiles } from './referred-files.ts';

const StoredFile = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.instanceof(Uint8Array<ArrayBuffer>),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** The file that is served at `/files/<name>`. */
export function readFile(database: Database, name: string): StoredFile | undefined {
  return database.get(StoredFile, 'SELECT name, type, bytes FROM file WHERE name = :name', {
    name,
  });
}

/** Adds a file, or replaces the one of the same name. */
export function writeFile(database: Database, { name, type, bytes }: StoredFile): void {
  database.run(
    `INSERT INTO file (name, type, bytes) VALUES (:name, :type, :bytes)
     ON CONFLICT (name) DO UPDATE SET type = excluded.type, bytes = excluded.bytes`,
    { name, type, bytes },
  );
}

/** All files, by name. */
export function allFiles(database: Database): StoredFile[] {
  return database.all(StoredFile, 'SELECT name, type, bytes FROM file ORDER BY name');
}

/**
 * Removes the files that something which is gone referred to, and nothing else does: they are
 * public, and were so for its sake.
 */
export function removeFilesOf(database: Database, gone: object): void {
  const names = JSON.stringify([...referredFiles(gone)]);
  const these = 'name IN (SELECT value FROM json_each(:names))';
  const isAny = database.get(z.object({}), `SELECT 1 FROM file WHERE ${these}`, { names });
  if (!isAny) return;
  const kept = JSON.stringify([...referredFiles(textsWithFiles(database))]);
  database.run(
    `DELETE FROM file WHERE ${these} AND name NOT IN (SELECT value FROM json_each(:kept))`,
    { names, kept },
  );
}

/** All that may refer to a file. */
function textsWithFiles(database: Database): object[] {
  return database.all(
    z.object({ text: z.string() }),
    `SELECT text FROM (
       SELECT body || coalesce(hero, '') || changes || attachments AS text FROM release
       UNION ALL SELECT body || attachments FROM milestone
       UNION ALL SELECT avatar_url FROM contributor)
     WHERE instr(text, '/files/') > 0`,
  );
}
