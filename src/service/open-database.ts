import type { DatabaseLocation, OpenDatabase, OpenOptions } from './database/location.ts';
import { limitsOfCommands, limitsOfService } from './database/postgres/limits.ts';
import { openSqlite } from './database/sqlite/open.ts';
import { rewriteFile } from './database/sqlite/rewrite.ts';

/**
 * Opens the service's database, creating a file where it is missing.
 * @throws SettingsError when it cannot be used, with what to do about it
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (location.engine === 'sqlite') return openSqlite(location, options);
  // Who has a file begins sooner without it.
  const { openPostgres } = await import('./database/postgres/open.ts');
  return openPostgres(location.url, options.waitMs === 0 ? limitsOfService : limitsOfCommands);
}

/**
 * Removes what was deleted from a database's files. PostgreSQL's are not the service's to write.
 * @param waitMs how long it waits for other readers and writers
 * @returns false where it cannot be done now, as another process uses them, or their disk is full
 */
export function forgetDeleted(
  location: DatabaseLocation,
  { waitMs }: { waitMs?: number | undefined } = {},
): boolean {
  return location.engine === 'postgres' || rewriteFile(location.file, waitMs);
}
