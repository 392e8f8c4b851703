import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import * as postgres from 'kysely/helpers/postgres';
import * as sqlite from 'kysely/helpers/sqlite';
import type { Db } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** All differences between the engines. */
interface Words {
  /** Rows of a subquery as JSON text, in its order. */
  jsonArrayFrom: typeof sqlite.jsonArrayFrom;
  /** The row of a subquery as JSON text, or null. */
  jsonObjectFrom: typeof sqlite.jsonObjectFrom;
  /** The email with A to Z in lower case, as in the unique index. */
  foldedEmail: RawBuilder<string>;
  /** Whether a column has one of many values. */
  isAmong: (column: string, values: Iterable<string>) => RawBuilder<boolean>;
  /**
   * The time in `ms` milliseconds, as text. PostgreSQL uses its own clock, because those of several
   * machines differ; SQLite uses `now`.
   */
  instantIn: (ms: number, now: Date) => RawBuilder<string>;
  /** Bytes of a file read at once, limited for networks. */
  partSize: number;
  /** A text column with bytewise order. */
  textType: RawBuilder<string>;
  /** Ends the statement of a new table. */
  tableEnd: RawBuilder<unknown>;
}

const words: Record<Engine, Words> = {
  sqlite: {
    jsonArrayFrom: sqlite.jsonArrayFrom,
    jsonObjectFrom: sqlite.jsonObjectFrom,
    foldedEmail: sql`lower(email)`,
    isAmong: (column, values) =>
      sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify([...values])}))`,
    instantIn: (ms, now) => sql`${new Date(now.getTime() + ms).toISOString()}`,
    // More than SQLite stores in a row.
    partSize: 2 ** 30,
    textType: sql`text`,
    tableEnd: sql`strict`,
  },
  postgres: {
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
  },
};

export function wordsOf(db: Db): Words {
  return words[engineOf(db)];
}
