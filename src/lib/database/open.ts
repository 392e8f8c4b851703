import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Database, wrapDatabase } from './database.ts';
import { claimFile, watchFile } from './file.ts';

/** A database file cannot be used; the message says why. */
class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** Another process (`hooks add`, an import) may be writing: a command waits rather than fails. */
const patienceMs = 5000;

/**
 * Opens a database file, creating it where it is missing, and takes the migrations it lacks;
 * `user_version` counts those that were taken. What is committed is on the disk.
 * @param migrations append only: a step that has been released never changes
 * @param waitMs how long a write waits for another process's, once the database is open; the whole
 * process waits with it
 * @throws DatabaseError
 */
export function openDatabase(
  file: string,
  migrations: readonly string[],
  { waitMs = patienceMs } = {},
): Database {
  // SQLite would take an empty name for a database that is gone when it is closed.
  if (file === '') throw new DatabaseError('The database needs a file, and its name is empty.');
  let database: Database | undefined;
  try {
    // As a whole path: SQLite reads `:memory:` and `file:` otherwise than as names.
    const path = resolve(file);
    claimFile(path);
    database = wrapDatabase(new DatabaseSync(path, { timeout: patienceMs }), watchFile(path));
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
    `);
    migrate(database, migrations);
    database.exec(`PRAGMA busy_timeout = ${waitMs}`);
    return database;
  } catch (error) {
    database?.[Symbol.dispose]();
    if (error instanceof DatabaseError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(`The database ${file} cannot be opened (${why}).`, { cause: error });
  }
}

function migrate(database: Database, migrations: readonly string[]): void {
  // Looked at first without the lock, which another process may hold.
  if (version(database) === migrations.length) return;
  database.transaction(() => {
    const taken = version(database);
    if (taken > migrations.length)
      throw new DatabaseError(
        `The database was written by a newer Waymark (schema ${taken}, this one knows ${migrations.length}). Update Waymark to open it.`,
      );
    for (const step of migrations.slice(taken)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function version(database: Database): number {
  const row = database.get(z.object({ user_version: z.int() }), 'PRAGMA user_version');
  return row?.user_version ?? 0;
}
