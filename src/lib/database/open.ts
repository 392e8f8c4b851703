import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { shorten } from '../text/text.ts';
import { type Database, wrapDatabase } from './database.ts';
import { closeToStrangers, createPrivate, watchFile } from './file.ts';

/** A database file cannot be used; the message says why. */
class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

interface OpenOptions {
  /**
   * How long a write waits for another process's, once the database is open, in milliseconds; the
   * whole process waits with it.
   */
  waitMs?: number | undefined;
  /** Tables of every version since the first, by which a database is known as one's own. */
  tables?: readonly string[];
}

/** Another process (`hooks add`, an import) may be writing: a command waits rather than fails. */
const patienceMs = 5000;

/**
 * Opens a database file, creating it where it is missing, and takes the migrations it lacks;
 * `user_version` counts those that were taken. What is committed is on the disk. A file of somebody
 * else's is left as it is.
 * @param migrations append only: a step that has been released never changes
 * @throws DatabaseError
 */
export function openDatabase(
  file: string,
  migrations: readonly string[],
  { waitMs = patienceMs, tables = [] }: OpenOptions = {},
): Database {
  // SQLite would take an empty name for a database that is gone when it is closed.
  if (file === '') throw new DatabaseError('The database needs a file, and its name is empty.');
  let database: Database | undefined;
  try {
    // As a whole path: SQLite reads `:memory:` and `file:` otherwise than as names.
    const path = resolve(file);
    createPrivate(path);
    let checkFile = () => {};
    const connection = new DatabaseSync(path, { timeout: patienceMs });
    database = wrapDatabase(connection, () => checkFile());
    assertOurs(database, file, tables);
    closeToStrangers(path);
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
    `);
    migrate(database, migrations);
    database.exec(`PRAGMA busy_timeout = ${waitMs}`);
    checkFile = watchFile(path);
    return database;
  } catch (error) {
    database?.[Symbol.dispose]();
    if (error instanceof DatabaseError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(`The database ${file} cannot be opened (${why}).`, { cause: error });
  }
}

/** A database without any tables is nobody's yet. */
function assertOurs(database: Database, file: string, ours: readonly string[]): void {
  const rows = database.all(
    z.object({ name: z.string() }),
    "SELECT name FROM sqlite_schema WHERE type = 'table'",
  );
  const names = rows.map(({ name }) => name);
  if (names.length === 0 || ours.every((name) => names.includes(name))) return;
  throw new DatabaseError(
    `The database ${file} belongs to something else (it has the tables ${shorten(names.join(', '), 60)}), and was left alone.`,
  );
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
