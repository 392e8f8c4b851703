import type { DatabaseLocation, OpenDatabase, OpenOptions } from './database/location.ts';
import { limitsOfCommands, limitsOfService } from './database/postgres/limits.ts';
import { openSqlite } from './database/sqlite/open.ts';
import { rewriteFile } from './database/sqlite/rewrite.ts';

/**
 * Opens the service's database; a missing file is created.
 * @throws SettingsError with the remedy, if it cannot be used
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (location.engine === 'sqlite') return openSqlite(location, options);
  // SQLite users start faster without it.
  const { openPostgres } = await import('./database/postgres/open.ts');
  return openPostgres(location.url, options.waitMs === 0 ? limitsOfService : limitsOfCommands);
}

/**
 * Removes deleted data from a database's files. PostgreSQL manages its own.
 * @param waitMs how long it waits for other readers and writers
 * @returns false if another process uses the files, or their disk is full
 */
export function forgetDeleted(
  location: DatabaseLocation,
  { waitMs }: { waitMs?: number | undefined } = {},
): boolean {
  return location.engine === 'postgres' || rewriteFile(location.file, waitMs);
}
