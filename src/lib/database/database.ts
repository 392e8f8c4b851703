import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { explaining } from './unavailable.ts';
import { createVersion } from './version.ts';

export type Values = Record<string, SQLInputValue>;

/**
 * SQLite behind three verbs. Takes SQL with `:named` values, gives rows parsed by a schema,
 * never hands out a row as it came: a cast would hide a column that changed. Each of them throws
 * DatabaseUnavailableError where the lock of another process or the disk is in the way, or the file
 * is not the one that was opened any more.
 */
export interface Database extends Disposable {
  all<T>(row: z.ZodType<T>, sql: string, values?: Values): T[];
  get<T>(row: z.ZodType<T>, sql: string, values?: Values): T | undefined;
  /** Runs a statement and gives the number of rows that it changed. */
  run(sql: string, values?: Values): number;
  /** Several statements in a row, without values. */
  exec(sql: string): void;
  /**
   * Another text after every write, of this connection or of another one; of another one perhaps
   * only in the next turn of the event loop.
   */
  version(): string;
  /** What `version` gives, asked of SQLite at this moment, which takes longer. */
  freshVersion(): string;
  /** All of the work or, where it throws, none of it. Within another transaction it joins that. */
  transaction<T>(work: () => T): T;
  /** Reads several times from the same moment, and holds up nobody who writes meanwhile. */
  snapshot<T>(work: () => T): T;
}

/** Wraps an open connection; disposing closes it. `checkFile` is called before every write. */
export function wrapDatabase(connection: DatabaseSync, checkFile: () => void): Database {
  const prepare = keepStatements(connection);
  const version = createVersion(connection);
  // What was read meanwhile is as little true after a rollback as after a write.
  const transact = createTransact(connection, version.count);
  return {
    all: (row, sql, values = {}) =>
      explaining(() => prepare(sql).all(values)).map((raw) => row.parse(raw)),
    get: (row, sql, values = {}) => {
      const raw = explaining(() => prepare(sql).get(values));
      return raw === undefined ? undefined : row.parse(raw);
    },
    run: (sql, values = {}) => {
      checkFile();
      version.count();
      return Number(explaining(() => prepare(sql).run(values)).changes);
    },
    exec: (sql) => {
      version.count();
      explaining(() => connection.exec(sql));
    },
    version: version.read,
    freshVersion: version.readNow,
    // IMMEDIATE waits for another process's write here, before anything was read that it may change.
    transaction: (work) => transact('BEGIN IMMEDIATE', work),
    snapshot: (work) => transact('BEGIN', work),
    [Symbol.dispose]: () => connection.close(),
  };
}

/** More than there are in use at a time; of lists with filters there is one for each choice. */
const mostStatements = 200;

/** Prepares each statement once, as long as it is in use now and then. */
function keepStatements(connection: DatabaseSync): (sql: string) => StatementSync {
  const statements = new LRUCache<string, StatementSync>({ max: mostStatements });
  return (sql) => {
    const known = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, known);
    return known;
  };
}

function createTransact(connection: DatabaseSync, onRollback: () => void) {
  return <T>(begin: string, work: () => T): T => {
    if (connection.isTransaction) return work();
    explaining(() => connection.exec(begin));
    try {
      const result = work();
      explaining(() => connection.exec('COMMIT'));
      return result;
    } catch (error) {
      onRollback();
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  };
}
