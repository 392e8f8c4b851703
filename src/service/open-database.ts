import type { DatabaseLocation, OpenDatabase, OpenOptions } from './database/location.ts';
import { limitsOfCommands, limitsOfService } from './database/postgres/limits.ts';
import { openSqlite } from './database/sqlite/open.ts';
import { rewriteFile } from './database/sqlite/rewrite.ts';

/**
 * Opens the service's database. A file that does not exist is created.
 * @throws SettingsError with the remedy, if the database cannot be used
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (location.engine === 'sqlite') return openSqlite(location, options);
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
