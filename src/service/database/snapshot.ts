import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explaining } from '../../lib/database/unavailable.ts';
import { cleanUpWalFiles } from './clean-up-wal-files.ts';

/**
 * Copies the state of a database at one moment to a new file that only its owner can read, and
 * waits until the copy is on the disk. Other processes may read and write during the copy. The copy
 * contains no deleted data and has no WAL, and no new files are left beside the database.
 * @param to path of the copy; must not exist
 */
export async function snapshot(from: string, to: string): Promise<void> {
  // `VACUUM INTO` accepts an existing empty file and keeps its permissions.
  closeSync(openSync(to, 'wx', 0o600));
  using _tidy = cleanUpWalFiles(from);
  using connection = new DatabaseSync(resolve(from), { readOnly: true, timeout: lockTimeoutMs });
  explaining(() => connection.prepare('VACUUM INTO ?').run(resolve(to)));
  // The copy is flushed here, because `VACUUM INTO` does not wait for the disk.
  await using file = await open(to, 'r+');
  await file.sync();
}

const lockTimeoutMs = 5000;
