import { closeSync, fsyncSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explaining } from '../../lib/database/unavailable.ts';
import { cleanUpWalFiles } from './clean-up-wal-files.ts';

/**
 * Copies a database as of one moment to a new file for its owner only, and waits for the disk.
 * Others may read and write meanwhile; nothing is left beside the database. The copy has no deleted
 * data and no WAL.
 * @param to must not exist
 */
export function snapshot(from: string, to: string): void {
  // SQLite accepts an empty file and keeps its permissions.
  closeSync(openSync(to, 'wx', 0o600));
  using _tidy = cleanUpWalFiles(from);
  const connection = new DatabaseSync(resolve(from), { readOnly: true, timeout: lockTimeoutMs });
  try {
    explaining(() => connection.prepare('VACUUM INTO ?').run(resolve(to)));
  } finally {
    connection.close();
  }
  // SQLite leaves flushing to the system.
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const lockTimeoutMs = 5000;
