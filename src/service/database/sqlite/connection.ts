import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { explaining } from '../../../lib/database/unavailable.ts';

/** What is to be known of a connection's statements. */
export interface Calls {
  /** Called before each that may write; what it throws keeps that from being run. */
  beforeWrite: () => void;
}

/**
 * A connection in the shape that Kysely's dialect asks for. Every statement throws
 * DatabaseUnavailableError where the lock of another process or the disk is in the way.
 */
export function toKysely(connection: DatabaseSync, { beforeWrite }: Calls): SqliteDatabase {
  return {
    close: () => connection.close(),
    prepare(sql) {
      const statement = explaining(() => connection.prepare(sql));
      const before = isReading(sql) ? () => {} : beforeWrite;
      return toStatement(statement, before);
    },
  };
}

/** Whatever does not plainly read may write: to be wrong about that costs an answer kept in vain. */
function isReading(sql: string): boolean {
  return /^(?:select|begin|commit|rollback)\b(?! immediate)/.test(sql);
}

function toStatement(statement: StatementSync, before: () => void): SqliteStatement {
  const run = <T>(execute: (values: SQLInputValue[]) => T) => {
    return (values: readonly unknown[]): T => {
      before();
      return explaining(() => execute(values as SQLInputValue[]));
    };
  };
  return {
    reader: statement.columns().length > 0,
    all: run((values) => statement.all(...values)),
    run: run((values) => statement.run(...values)),
    iterate: run((values) => statement.iterate(...values)),
  };
}
