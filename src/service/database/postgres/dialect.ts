import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely';

/**
 * Dialect for Kysely that uses a connection pool. Destroying the Kysely instance closes the pool.
 */
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

/**
 * Key of the advisory lock that writers take: "waymark" in ASCII, as a number. It is the same for
 * every process.
 */
const writersLock = 0x77_61_79_6d_61_72_6bn;

/**
 * Two statements in one message, to save a round trip. With `read committed`, statements after the
 * lock see everything that earlier writers committed.
 */
const beginWrite = `begin isolation level read committed; select pg_advisory_xact_lock(${writersLock})`;

/**
 * Runs the writing transactions of all processes one at a time, so that data that a transaction has
 * read does not change before it writes.
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
      // After this error, Kysely assumes that the transaction has not begun, but it may have.
      await connection.executeQuery(CompiledQuery.raw('rollback'));
      throw error;
    }
  }
}
