import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ours } from '../database/sqlite/file.ts';

const Name = z.object({ name: z.string() });
const JournalMode = z.object({ journal_mode: z.string() });

/**
 * Whether a file is a backup that nobody took into use: it has the service's tables, damaged or not,
 * and is not in WAL mode, as each is from when it is opened to be written to.
 */
export function isBackup(file: string): boolean {
  if (['-wal', '-shm', '-journal'].some((end) => existsSync(file + end))) return false;
  try {
    using connection = new DatabaseSync(resolve(file), { readOnly: true });
    const mode = JournalMode.parse(connection.prepare('PRAGMA journal_mode').get());
    const rows = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const names = rows.map((row) => Name.parse(row).name);
    return mode.journal_mode !== 'wal' && ours.every((name) => names.includes(name));
  } catch {
    return false;
  }
}
