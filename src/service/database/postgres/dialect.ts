import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely';

/** Kysely over a pool, which it ends when it is destroyed. */
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

/** "waymark", as a number of eight bytes: one for every process. */
const writersLock = 0x77_61_79_6d_61_72_6bn;

/**
 * In one message, as every write has to wait for its answer. What is read after the lock is what the
 * writer before it left: each statement of this level looks anew.
 */
const beginWrite = `begin isolation level read committed; select pg_advisory_xact_lock(${writersLock})`;

/**
 * Has one transaction write at a time, whichever process it is of: what it reads, nobody changes
 * before it writes.
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
      // Begun it may be, and Kysely thinks that it is not.
      await connection.executeQuery(CompiledQuery.raw('rollback'));
      throw error;
    }
  }
}
