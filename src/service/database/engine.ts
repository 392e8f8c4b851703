import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import * as postgres from 'kysely/helpers/postgres';
import * as sqlite from 'kysely/helpers/sqlite';
import type { Db } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** What engines say differently, and all of it: everything else is said once for both. */
interface Words {
  /** Rows of a subquery as JSON text, in its order. */
  jsonArrayFrom: typeof sqlite.jsonArrayFrom;
  /** The row of a subquery as JSON text, or null. */
  jsonObjectFrom: typeof sqlite.jsonObjectFrom;
  /** An address with its letters from A to Z made small, as the unique index has it. */
  foldedEmail: RawBuilder<string>;
  /** Whether a column has one of so many values that they could not be named one by one. */
  isAmong: (column: string, values: Iterable<string>) => RawBuilder<boolean>;
  /**
   * So many milliseconds from now, as text. Of PostgreSQL, by its own clock: those of several
   * machines differ. Of a file, by the clock of the one machine, which `now` is.
   */
  instantIn: (ms: number, now: Date) => RawBuilder<string>;
  /** How much of a file is asked for at once, in bytes: what comes over a network has its time. */
  partSize: number;
  /** A column of text that is ordered by its bytes. */
  textType: RawBuilder<string>;
  /** What ends the statement of a new table. */
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
    // More than SQLite keeps in a row.
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
