import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';

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
