import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import * as postgres from 'kysely/helpers/postgres';
import * as sqlite from 'kysely/helpers/sqlite';
import type { Db } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** Everything in which queries differ between the engines. */
type Words = typeof ofSqlite;

const ofSqlite = {
  /** Rows of a subquery as JSON text, in the subquery's order. */
  jsonArrayFrom: sqlite.jsonArrayFrom,
  /** The row of a subquery as JSON text, or null. */
  jsonObjectFrom: sqlite.jsonObjectFrom,
  /** The email with A to Z in lower case, as in the unique index. */
  foldedEmail: sql<string>`lower(email)`,
  /** Whether a column has one of many values. */
  isAmong: (column: string, values: Iterable<string>): RawBuilder<boolean> =>
    sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify([...values])}))`,
  /**
   * The time that is `ms` milliseconds from now, as text. PostgreSQL uses its own clock, because
   * the clocks of several machines differ; SQLite uses `now`.
   */
  instantIn: (ms: number, now: Date): RawBuilder<string> =>
    sql`${new Date(now.getTime() + ms).toISOString()}`,
  /**
   * How many bytes of a file are read at once. On SQLite, any file is read in one part; over a
   * network, parts are small.
   */
  partSize: 2 ** 30,
  /** A text column with bytewise order. */
  textType: sql`text`,
  /** The clause that ends a `CREATE TABLE` statement. */
  tableEnd: sql`strict`,
};

const ofPostgres: Words = {
  jsonArrayFrom: postgres.jsonArrayFrom,
  jsonObjectFrom: postgres.jsonObjectFrom,
  foldedEmail: sql`lower(email collate "C")`,
  isAmong: (column, values) => sql`${sql.ref(column)} = any(${[...values]}::text[])`,
  instantIn: (ms) => sql`to_char(
    (clock_timestamp() + ${ms}::float8 * interval '1 millisecond') at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  partSize: 2 ** 20,
  textType: sql`text collate "C"`,
  tableEnd: sql``,
};

export function wordsOf(db: Db): Words {
  return engineOf(db) === 'sqlite' ? ofSqlite : ofPostgres;
}
