import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  sql,
  type TransactionSettings,
} from 'kysely';
import { shorten } from '../../../lib/text/text.ts';
import { SettingsError } from '../../../model/errors.ts';
import type { OpenDatabase } from '../location.ts';
import { migrate, migratorsTables, takenMigrations } from '../migrations/migrate.ts';
import { firstMigration, postgresMigrations } from '../migrations/postgres/migrations.ts';
import type { Db, Schema } from '../schema.ts';
import { inSnapshot } from '../transaction.ts';
import { type PostgresAddress, parseAddress } from './address.ts';
import { isOfSettings } from './explain.ts';
import { type Limits, limitsOfCommands } from './limits.ts';
import { createPostgresPool } from './pool.ts';

/**
 * Opens a PostgreSQL database and applies missing migrations.
 * @param url the value of `DATABASE_URL`
 * @throws SettingsError with the remedy, if the database cannot be used
 * @throws DatabaseUnavailableError if the database does not answer at present
 */
export async function openPostgres(url: string, limits: Limits): Promise<OpenDatabase> {
  const address = parseAddress(url);
  await prepare(address);
  const pool = createPostgresPool(address, limits);
  const db = through(pool);
  let closed: Promise<void> | undefined;
  return {
    db,
    engine: 'postgres',
    pool: pool.count,
    [Symbol.asyncDispose]: () => {
      closed ??= db.destroy();
      return closed;
    },
  };
}

function through(pool: PostgresPool): Db {
  return new Kysely<Schema>({ dialect: new PoolDialect(pool) });
}

/** Applies missing migrations, with the longer timeouts of commands. */
async function prepare(address: PostgresAddress): Promise<void> {
  const db = through(createPostgresPool(address, limitsOfCommands));
  try {
    await assertUnicode(db);
    const taken = await readOurMigrations(db);
    if (taken.join() !== Object.keys(postgresMigrations).join())
      await migrate(db, postgresMigrations);
  } catch (error) {
    if (error instanceof SettingsError || !isOfSettings(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`The database in DATABASE_URL cannot be used: ${why}`, {
      cause: error,
    });
  } finally {
    await db.destroy();
  }
}

async function assertUnicode(db: Db): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new SettingsError(
    `The database in DATABASE_URL has the encoding ${encoding}, which cannot store all texts. Create a database with ENCODING 'UTF8' TEMPLATE template0.`,
  );
}

/**
 * Names of the applied migrations. Accepts an empty database, and a database with only Kysely's
 * tables, which another instance is about to migrate.
 * @throws SettingsError that names the tables, if they belong to another program
 */
async function readOurMigrations(db: Db): Promise<string[]> {
  const { database, names, taken } = await inSnapshot(db, lookAround);
  const isEmpty = taken.length === 0 && names.every((name) => migratorsTables.includes(name));
  if (isEmpty || taken.includes(firstMigration)) return taken;
  throw new SettingsError(
    `The database "${database}" in DATABASE_URL belongs to another program (it has the tables ${shorten(names.join(', '), 60)}), and was not changed. Use an empty database. CREATE DATABASE waymark creates an empty database.`,
  );
}

/**
 * Lists the tables and views in the current schema, except those that belong to extensions
 * (https://www.postgresql.org/docs/current/catalog-pg-depend.html).
 */
async function lookAround(db: Db) {
  const { rows } = await sql<{ database: string; names: string[] }>`
    select current_database() as database, array(
      select c.relname::text from pg_class c
      where c.relnamespace = to_regnamespace(quote_ident(current_schema()))
        and c.relkind in ('r', 'p', 'f', 'v', 'm')
        and not exists (
          select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by 1) as names`.execute(db);
  const { database = '', names = [] } = rows[0] ?? {};
  const isMigrated = names.includes('kysely_migration');
  return { database, names, taken: isMigrated ? await takenMigrations(db) : [] };
}

/**
 * Dialect for Kysely that uses a connection pool. Destroying the Kysely instance closes the pool.
 */
class PoolDialect extends PostgresDialect {
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
