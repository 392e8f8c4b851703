import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { explaining } from '../../../lib/database/unavailable.ts';

/** What is to be known of a connection's statements. */
export interface Calls {
  /** Called before each that may write; what it throws keeps that from being run. */
  beforeWrite: () => void;
}

/** More than there are in use at a time; of lists with filters there is one for each choice. */
const mostStatements = 200;

/**
 * A connection in the shape that Kysely's dialect asks for. Every statement throws
 * DatabaseUnavailableError where the lock of another process or the disk is in the way. Each is
 * prepared once, as long as it is in use now and then.
 */
export function toKysely(connection: DatabaseSync, { beforeWrite }: Calls): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: mostStatements });
  const prepare = (sql: string) => {
    const statement = explaining(() => connection.prepare(sql));
    return toStatement(statement, isReading(sql) ? () => {} : beforeWrite);
  };
  return {
    close: () => connection.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? prepare(sql);
      statements.set(sql, statement);
      return statement;
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
