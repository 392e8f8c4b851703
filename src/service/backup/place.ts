import { existsSync, statSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { SettingsError } from '../../model/errors.ts';
import { ours } from '../database/sqlite/file.ts';

/**
 * Throws if the folder of a file is missing. The folder is not created, because the reason may be a
 * disk that is not mounted.
 * @param undone first sentence of the error, such as "Nothing was restored"
 * @throws SettingsError if the folder is missing
 */
export function assertFolderOf(file: string, undone: string): void {
  const folder = dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new SettingsError(
    `${undone}: the folder ${folder} does not exist. Create it, or mount its disk, and try again.`,
  );
}

/**
 * Whether a path is the database file or one of SQLite's files beside it, or a link to one of these
 * files.
 */
export function isPartOf(database: string, file: string): boolean {
  const there = statSync(file, { throwIfNoEntry: false });
  return ['', '-wal', '-shm'].some((end) => {
    const one = statSync(database + end, { throwIfNoEntry: false });
    return one !== undefined && one.dev === there?.dev && one.ino === there.ino;
  });
}

const Name = z.object({ name: z.string() });

/**
 * Classifies a file, without creating files beside it. `backup` is a backup that was never opened
 * for writing; `opened` is a database that was opened for writing. This process must not have the
 * file open, because closing it here would release SQLite's locks on it.
 */
export async function kindOf(file: string): Promise<'backup' | 'opened' | 'other'> {
  const { isDatabase, isInWalMode } = await readHeader(file);
  if (!isDatabase) return 'other';
  if (isInWalMode || ['-wal', '-shm', '-journal'].some((end) => existsSync(file + end)))
    return 'opened';
  try {
    using connection = new DatabaseSync(resolve(file), { readOnly: true });
    const rows = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const names = rows.map((row) => Name.parse(row).name);
    return ours.every((name) => names.includes(name)) ? 'backup' : 'other';
  } catch {
    return 'other';
  }
}

const magic = 'SQLite format 3\0';

/**
 * Reads the header as bytes, because SQLite would create files beside a file in WAL mode. Format:
 * https://www.sqlite.org/fileformat.html#the_database_header
 */
async function readHeader(file: string) {
  if (!(await stat(file)).isFile()) return { isDatabase: false, isInWalMode: false };
  await using opened = await open(file);
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(20), 0, 20, 0);
  const isDatabase = bytesRead === 20 && buffer.toString('latin1', 0, magic.length) === magic;
  return { isDatabase, isInWalMode: buffer[18] === 2 || buffer[19] === 2 };
}
