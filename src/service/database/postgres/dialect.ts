import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely';

/** Kysely over a pool. Destroying it ends the pool. */
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

/** "waymark" as eight bytes, the same for every process. */
const writersLock = 0x77_61_79_6d_61_72_6bn;

/**
 * In one message, to save a round trip. At this level, each statement sees the commits before it.
 */
const beginWrite = `begin isolation level read committed; select pg_advisory_xact_lock(${writersLock})`;

/**
 * Serialises writing transactions of all processes, so that nothing read in one changes before it
 * writes.
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
      // It may have begun, although Kysely assumes that it has not.
      await connection.executeQuery(CompiledQuery.raw('rollback'));
      throw error;
    }
  }
}
