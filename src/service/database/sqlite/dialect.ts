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

/** Kysely's dialect over a connection of `node:sqlite`. Destroying it closes the connection. */
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

/** An adapter that runs migrations in transactions, which SQLite supports. */
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
  /** `BEGIN IMMEDIATE` waits for other processes that write, before anything is read. */
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
