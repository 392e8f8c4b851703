import { z } from 'zod';
import { expectPackage } from '../config/expect-package.ts';
import { DatabaseUnavailableError, explaining } from '../lib/database/unavailable.ts';
import type { DatabaseLocation, OpenDatabase, OpenOptions } from './database/location.ts';
import { limitsOfCommands, limitsOfService } from './database/postgres/limits.ts';
import { openServiceFile } from './database/sqlite/file.ts';
import { openSqlite } from './database/sqlite/open.ts';

/**
 * Opens the service's database. A file that does not exist is created.
 * @throws SettingsError with the remedy, if the database cannot be used
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (location.engine === 'sqlite') return openSqlite(location, options);
  expectPackage('pg', 'DATABASE_URL');
  // Loaded on demand, so that services with SQLite start faster.
  const { openPostgres } = await import('./database/postgres/open.ts');
  return openPostgres(location.url, options.waitMs === 0 ? limitsOfService : limitsOfCommands);
}

/**
 * Removes remnants of deleted data from the files of a database. PostgreSQL does this by itself.
 * @param waitMs how long to wait for other readers and writers
 * @returns false if another process uses the files, or their disk is full
 */
export function forgetDeleted(
  location: DatabaseLocation,
  { waitMs }: { waitMs?: number | undefined } = {},
): boolean {
  return location.engine === 'postgres' || rewriteFile(location.file, waitMs);
}

const Checkpointed = z.object({ busy: z.int() });

/**
 * Rewrites a file (`VACUUM`) and empties its WAL, so that neither contains deleted data.
 * `secure_delete` alone is not enough: when SQLite moves rows to other pages, copies may remain in
 * the old pages.
 * @returns false if another connection uses the WAL, or the disk is full
 */
function rewriteFile(file: string, waitMs: number | undefined): boolean {
  using connection = openServiceFile(file);
  try {
    if (waitMs !== undefined) connection.exec(`PRAGMA busy_timeout = ${waitMs}`);
    return explaining(() => {
      connection.exec('VACUUM');
      const row = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      return Checkpointed.parse(row).busy === 0;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return false;
    throw error;
  }
}
