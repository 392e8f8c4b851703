import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import { explaining } from './unavailable.ts';

type Values = Record<string, SQLInputValue>;

/**
 * A SQLite database. Statements use `:named` values. Rows are parsed with a schema, because a type
 * assertion would hide a changed column. Methods throw DatabaseUnavailableError if a lock or the
 * disk prevents access, or if the file was replaced.
 */
export interface Database extends Disposable {
  all<T>(row: z.ZodType<T>, sql: string, values?: Values): T[];
  get<T>(row: z.ZodType<T>, sql: string, values?: Values): T | undefined;
  /** Runs a statement and returns the number of rows that it changed. */
  run(sql: string, values?: Values): number;
  /** Runs several statements without values. */
  exec(sql: string): void;
  /**
   * Runs the work in a transaction, which is rolled back if the work throws. Inside another
   * transaction, the work becomes part of the outer transaction.
   */
  transaction<T>(work: () => T): T;
}

/**
 * Wraps an open connection, which is closed on disposal. `checkFile` is called before every write.
 */
export function wrapDatabase(connection: DatabaseSync, checkFile: () => void): Database {
  return {
    all: (row, sql, values = {}) =>
      explaining(() => connection.prepare(sql).all(values)).map((raw) => row.parse(raw)),
    get: (row, sql, values = {}) => {
      const raw = explaining(() => connection.prepare(sql).get(values));
      return raw === undefined ? undefined : row.parse(raw);
    },
    run: (sql, values = {}) => {
      checkFile();
      return Number(explaining(() => connection.prepare(sql).run(values)).changes);
    },
    exec: (sql) => explaining(() => connection.exec(sql)),
    transaction: (work) => transact(connection, work),
    [Symbol.dispose]: () => connection.close(),
  };
}

function transact<T>(connection: DatabaseSync, work: () => T): T {
  if (connection.isTransaction) return work();
  // IMMEDIATE waits for other writers now, before the transaction has read anything.
  explaining(() => connection.exec('BEGIN IMMEDIATE'));
  try {
    const result = work();
    explaining(() => connection.exec('COMMIT'));
    return result;
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
