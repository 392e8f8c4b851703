import type { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';
import { toKysely } from './connection.ts';

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
