import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { explaining } from '../../../lib/database/unavailable.ts';

/**
 * Dialect for Kysely that uses a connection of `node:sqlite`. Destroying the Kysely instance closes
 * the connection.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #connection: DatabaseSync;
  constructor(connection: DatabaseSync, beforeWrite = () => {}) {
    const config = { database: toKysely(connection, beforeWrite) };
    super(config);
    this.#config = config;
    this.#connection = connection;
  }
  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#config, this.#connection);
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/**
 * An adapter that makes Kysely run migrations in a transaction. SQLite supports this, but Kysely's
 * own adapter does not use it.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #connection: DatabaseSync;
  constructor(config: SqliteDialectConfig, connection: DatabaseSync) {
    super(config);
    this.#connection = connection;
  }
  /** Uses `BEGIN IMMEDIATE`, which takes the lock for writing before anything is read. */
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite may have rolled back already, for example if the disk is full.
    if (this.#connection.isTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * Maximum number of cached statements. There are fewer different statements, although a list has
 * one for each combination of filters.
 */
const maxStatements = 200;

/**
 * Adapts a connection to the interface that Kysely's dialect expects. Caches prepared statements.
 * Statements throw DatabaseUnavailableError if another process holds the lock or the disk fails.
 * @param beforeWrite called before each statement that may write; throws to prevent it
 */
function toKysely(connection: DatabaseSync, beforeWrite: () => void): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: maxStatements });
  const prepare = (sql: string) => {
    const statement = explaining(() => connection.prepare(sql));
    return toStatement(statement, reads.test(sql) ? () => {} : beforeWrite);
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

/**
 * Matches statements that only read. All other statements count as writes. If a read counts as a
 * write, the only harm is that cached answers are dropped.
 */
const reads = /^(?:select|begin|commit|rollback)\b(?! immediate)/;

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
