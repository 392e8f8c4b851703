import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { shorten } from '../text/text.ts';
import { createPrivate, restrictPermissions } from './file.ts';
import { isBusy } from './unavailable.ts';

/** A database file cannot be used; the message says why. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** Another process (`hooks add`, an import) may be writing: a command waits rather than fails. */
const lockTimeoutMs = 5000;
/** For who wants a file alone: who has it open will not be done soon, but for a quick command. */
const exclusiveTimeoutMs = 1000;

/** The other one is done within milliseconds. */
const retryMs = 5;

const Table = z.object({ name: z.string() });

export interface ConnectionOptions {
  /** Tables of every version since the first, by which a database is known as one's own. */
  tables: readonly string[];
  /** Those that say nothing of whose it is, as a first start may have made them alone. */
  neutralTables?: readonly string[];
  /** Refuses where any other connection has the file open, and lets none open it meanwhile. */
  isExclusive?: boolean | undefined;
}

/**
 * Opens a connection to a database file, creating it where it is missing, for its owner alone. What
 * is committed is on the disk. A file of somebody else's is left as it is.
 * @throws Error of any kind: `openingFailed` makes one of it that can be told
 */
export function openConnection(
  file: string,
  { tables, neutralTables = [], isExclusive = false }: ConnectionOptions,
): DatabaseSync {
  // SQLite would take an empty name for a database that is gone when it is closed.
  if (file === '') throw new DatabaseError('The database needs a file, and its name is empty.');
  // As a whole path: SQLite reads `:memory:` and `file:` otherwise than as names.
  const path = resolve(file);
  createPrivate(path);
  const connection = new DatabaseSync(path, {
    timeout: isExclusive ? exclusiveTimeoutMs : lockTimeoutMs,
  });
  try {
    // Who has a file in WAL mode open holds a lock on it from its first read to its end.
    if (isExclusive) connection.exec('PRAGMA locking_mode = EXCLUSIVE');
    assertOurs(file, tablesOf(connection, neutralTables), tables);
    restrictPermissions(path);
    takeWal(connection, isExclusive ? 0 : lockTimeoutMs);
    connection.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
    `);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Takes a file to WAL mode. Of several who do so with a new file at once, SQLite tells all but one
 * that it is busy, and does not wait for that one as it does elsewhere: each asks again.
 */
function takeWal(connection: DatabaseSync, waitMs: number): void {
  for (let waited = 0; ; waited += retryMs) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || waited >= waitMs) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
  }
}

/** Says of whatever kept a file from being opened which file it was. */
export function openingFailed(file: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const said = error instanceof Error ? error.message : String(error);
  const why = isBusy(error) ? `${said}: another process has it open. Try again later` : said;
  return new DatabaseError(`The database ${file} cannot be opened (${why}).`, { cause: error });
}

/** A database without any tables is nobody's yet. */
function assertOurs(file: string, names: readonly string[], ours: readonly string[]): void {
  if (names.length === 0 || ours.every((name) => names.includes(name))) return;
  throw new DatabaseError(
    `The database ${file} belongs to something else (it has the tables ${shorten(names.join(', '), 60)}), and was left alone.`,
  );
}

function tablesOf(connection: DatabaseSync, neutralTables: readonly string[]): string[] {
  const rows = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return rows.map((row) => Table.parse(row).name).filter((name) => !neutralTables.includes(name));
}
