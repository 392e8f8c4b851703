import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import * as postgres from 'kysely/helpers/postgres';
import * as sqlite from 'kysely/helpers/sqlite';
import type { Db } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** The parts of queries that differ between SQLite and PostgreSQL. */
type Words = typeof ofSqlite;

const ofSqlite = {
  /** Rows of a subquery as JSON text, in the subquery's order. */
  jsonArrayFrom: sqlite.jsonArrayFrom,
  /** The row of a subquery as JSON text, or null. */
  jsonObjectFrom: sqlite.jsonObjectFrom,
  /** The email address with A to Z in lower case, as in the unique index. */
  foldedEmail: sql<string>`lower(email)`,
  /** Selects the names of the tables. Kysely's introspection also reads all columns. */
  tableNames: sql<{ name: string }>`select name from sqlite_schema where type = 'table'`,
  /** Whether a column has one of many values. */
  isAmong: (column: string, values: Iterable<string>): RawBuilder<boolean> =>
    sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify([...values])}))`,
  /**
   * The time `ms` milliseconds from now, as text. PostgreSQL uses its own clock, because several
   * machines may connect and their clocks differ. SQLite uses `now`.
   */
  instantIn: (ms: number, now: Date): RawBuilder<string> =>
    sql`${new Date(now.getTime() + ms).toISOString()}`,
  /**
   * Number of bytes of a stored file that are read at once. SQLite reads any file as a whole;
   * PostgreSQL sends small parts over the network.
   */
  partSize: 2 ** 30,
};

const ofPostgres: Words = {
  jsonArrayFrom: postgres.jsonArrayFrom,
  jsonObjectFrom: postgres.jsonObjectFrom,
  foldedEmail: sql`lower(email collate "C")`,
  tableNames: sql`select relname::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace = to_regnamespace(quote_ident(current_schema()))`,
  isAmong: (column, values) => sql`${sql.ref(column)} = any(${[...values]}::text[])`,
  instantIn: (ms) => sql`to_char(
    (clock_timestamp() + ${ms}::float8 * interval '1 millisecond') at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  partSize: 2 ** 20,
};

export function wordsOf(db: Db): Words {
  return engineOf(db) === 'sqlite' ? ofSqlite : ofPostgres;
}
