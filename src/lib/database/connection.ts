import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { shorten } from '../text/text.ts';
import { createPrivate, restrictPermissions } from './file.ts';
import { isBusy } from './unavailable.ts';

/** The error for a database file that cannot be used. Its message gives the reason. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * Timeout for a statement that waits until another process, such as an import, has finished
 * writing.
 */
const lockTimeoutMs = 5000;
/**
 * Timeout for exclusive access. It is short, because a process that has the file open usually keeps
 * it open.
 */
const exclusiveTimeoutMs = 1000;

/**
 * Wait between attempts to switch to WAL mode. Another process holds the file for milliseconds
 * only.
 */
const retryMs = 5;

const Table = z.object({ name: z.string() });

export interface ConnectionOptions {
  /** Tables that every schema version has. A database without them belongs to another program. */
  tables: readonly string[];
  /**
   * Tables that are ignored when checking whether the database is Waymark's, because an interrupted
   * first start may have created only these tables.
   */
  neutralTables?: readonly string[];
  /** Whether to open the file for this connection only. Fails if another connection has it open. */
  isExclusive?: boolean | undefined;
}

/**
 * Opens a database file, creating it if needed. A new file is readable by its owner only. Commits
 * survive a power cut. The database of another program is left unchanged.
 * @throws Error of any kind; `openingFailed` turns it into a DatabaseError with a readable message
 */
export function openConnection(
  file: string,
  { tables, neutralTables = [], isExclusive = false }: ConnectionOptions,
): DatabaseSync {
  // For an empty name, SQLite would open a temporary database.
  if (file === '') throw new DatabaseError("The database's file name is empty.");
  // The path is made absolute, because SQLite gives `:memory:` and `file:` special meanings.
  const path = resolve(file);
  createPrivate(path);
  const connection = new DatabaseSync(path, {
    timeout: isExclusive ? exclusiveTimeoutMs : lockTimeoutMs,
  });
  try {
    // In this locking mode, a connection in WAL mode keeps its lock until it is closed.
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
 * Switches a file to WAL mode. If several processes do this to a new file at once, SQLite returns
 * "busy" to all but one of them without waiting, so the attempt is repeated.
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

/** Turns an error from opening a database into an error that names the file. */
export function openingFailed(file: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const systemMessage = error instanceof Error ? error.message : String(error);
  const why = isBusy(error)
    ? `${systemMessage}: another process has the database open. Try again later`
    : systemMessage;
  return new DatabaseError(`The database ${file} cannot be opened (${why}).`, { cause: error });
}

/** Throws if the database belongs to another program. An empty database is accepted. */
function assertOurs(file: string, names: readonly string[], ours: readonly string[]): void {
  if (names.length === 0 || ours.every((name) => names.includes(name))) return;
  throw new DatabaseError(
    `The database ${file} belongs to another program (it has the tables ${shorten(names.join(', '), 60)}), so it was not changed.`,
  );
}

function tablesOf(connection: DatabaseSync, neutralTables: readonly string[]): string[] {
  const rows = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return rows.map((row) => Table.parse(row).name).filter((name) => !neutralTables.includes(name));
}
