import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import { explaining } from './unavailable.ts';

type Values = Record<string, SQLInputValue>;

/**
 * SQLite with `:named` values and rows parsed by a schema: a cast would hide a changed column.
 * Methods throw DatabaseUnavailableError where a lock or the disk is in the way, or the file was
 * replaced.
 */
export interface Database extends Disposable {
  all<T>(row: z.ZodType<T>, sql: string, values?: Values): T[];
  get<T>(row: z.ZodType<T>, sql: string, values?: Values): T | undefined;
  /** Runs a statement and gives the number of rows that it changed. */
  run(sql: string, values?: Values): number;
  /** Several statements in a row, without values. */
  exec(sql: string): void;
  /** All of the work or, where it throws, none of it. Within another transaction it joins that. */
  transaction<T>(work: () => T): T;
}

/** Wraps an open connection; disposing closes it. `checkFile` is called before every write. */
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
  // IMMEDIATE waits for other writers here, before anything is read.
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
