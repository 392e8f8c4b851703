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
/** Timeout for exclusive access. Another process that has the file open rarely closes it soon. */
const exclusiveTimeoutMs = 1000;

/** The other process is done within milliseconds. */
const retryMs = 5;

const Table = z.object({ name: z.string() });

export interface ConnectionOptions {
  /** Tables of every schema version, which identify the database as ours. */
  tables: readonly string[];
  /** Tables that identify no owner, since a first start may have made them alone. */
  neutralTables?: readonly string[];
  /** Fails if another connection has the file open, and keeps others out. */
  isExclusive?: boolean | undefined;
}

/**
 * Opens a database file, creating it readable by its owner only. Commits are durable. A foreign
 * file is left unchanged.
 * @throws Error of any kind; `openingFailed` makes it presentable
 */
export function openConnection(
  file: string,
  { tables, neutralTables = [], isExclusive = false }: ConnectionOptions,
): DatabaseSync {
  // SQLite would open a temporary database.
  if (file === '') throw new DatabaseError("The database's file name is empty.");
  // An absolute path, because SQLite gives `:memory:` and `file:` special meanings.
  const path = resolve(file);
  createPrivate(path);
  const connection = new DatabaseSync(path, {
    timeout: isExclusive ? exclusiveTimeoutMs : lockTimeoutMs,
  });
  try {
    // A connection in WAL mode holds its lock until it closes.
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
 * Switches a file to WAL mode. If several processes do this to a new file, SQLite reports "busy" to
 * all but one without waiting, so this retries.
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

/** Names the file in an error from opening it. */
export function openingFailed(file: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const systemMessage = error instanceof Error ? error.message : String(error);
  const why = isBusy(error)
    ? `${systemMessage}: another process has it open. Try again later`
    : systemMessage;
  return new DatabaseError(`The database ${file} cannot be opened (${why}).`, { cause: error });
}

/** An empty database has no owner yet. */
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
