import type { DatabaseLocation, OpenDatabase, OpenOptions } from './database/location.ts';
import { limitsOfCommands, limitsOfService } from './database/postgres/limits.ts';
import { openSqlite } from './database/sqlite/open.ts';
import { removeTraces } from './database/sqlite/traces.ts';

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
 * Has what was deleted be nowhere in a database's files, as far as they are the service's to write;
 * it may not be open in this process.
 * @param texts what nothing may be found of; undefined where that is not known any more
 * @param waitMs how long it waits for whoever reads or writes
 * @returns false where it cannot be done now, as another process uses them, or their disk is full
 */
export async function forgetDeleted(
  location: DatabaseLocation,
  texts: readonly string[] | undefined,
  { waitMs }: { waitMs?: number | undefined } = {},
): Promise<boolean> {
  return location.engine === 'postgres' || removeTraces(location.file, texts, waitMs);
}
