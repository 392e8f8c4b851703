import { closeSync, fsyncSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explaining } from '../../lib/database/unavailable.ts';
import { cleanUpWalFiles } from './clean-up-wal-files.ts';

/**
 * Writes what a database holds at this moment into a file of its own, for its owner alone, and waits
 * until it is on the disk. Others may read and write the database meanwhile; nothing is written to
 * it, and nothing is left beside it. What was deleted in it is not in the copy, which has no log of
 * writes beside it.
 * @param to no file yet
 * @throws Error of SQLite where the file is no database, damaged or locked
 */
export function snapshot(from: string, to: string): void {
  // SQLite takes a file that is there and empty, and leaves it its rights.
  closeSync(openSync(to, 'wx', 0o600));
  using _tidy = cleanUpWalFiles(from);
  const connection = new DatabaseSync(resolve(from), { readOnly: true, timeout: lockTimeoutMs });
  try {
    explaining(() => connection.prepare('VACUUM INTO ?').run(resolve(to)));
  } finally {
    connection.close();
  }
  // SQLite leaves it to the system when it writes this file.
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const lockTimeoutMs = 5000;
