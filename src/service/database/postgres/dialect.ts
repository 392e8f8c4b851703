import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely';

/** Kysely's dialect over a connection pool. Destroying it closes the pool. */
export class PoolDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }
  override createDriver(): Driver {
    return new OneWriterDriver({ pool: this.#pool });
  }
}

/** The key of the lock for writers: "waymark" as a number, the same for every process. */
const writersLock = 0x77_61_79_6d_61_72_6bn;

/**
 * Sent as one message, to save a round trip. With `read committed`, each statement sees what was
 * committed before it.
 */
const beginWrite = `begin isolation level read committed; select pg_advisory_xact_lock(${writersLock})`;

/**
 * Runs the writing transactions of all processes one at a time, so that nothing that a transaction
 * has read changes before it writes.
 */
class OneWriterDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.accessMode === 'read only') return super.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(CompiledQuery.raw(beginWrite));
    } catch (error) {
      // The transaction may have begun, although Kysely assumes that it has not.
      await connection.executeQuery(CompiledQuery.raw('rollback'));
      throw error;
    }
  }
}
