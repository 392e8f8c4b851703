import { Kysely, type PostgresPool, sql } from 'kysely';
import { SettingsError } from '../../../model/errors.ts';
import type { OpenDatabase } from '../location.ts';
import { migrate } from '../migrations/migrate.ts';
import { postgresMigrations } from '../migrations/postgres/migrations.ts';
import type { Db, Schema } from '../schema.ts';
import { type PostgresAddress, parseAddress } from './address.ts';
import { assertOurs } from './assert-ours.ts';
import { PoolDialect } from './dialect.ts';
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
    await assertOurs(db);
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
