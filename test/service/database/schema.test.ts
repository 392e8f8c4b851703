import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DatabaseLocation } from '../../../src/service/database/location.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { testDatabase } from '../../support/postgres/test-database.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Column types as JavaScript sees them, by the type names of both engines. */
const kinds: Record<string, string> = {
  TEXT: 'text',
  text: 'text',
  INTEGER: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  BLOB: 'bytes',
  bytea: 'bytes',
};

test('both engines have the same tables and columns, except for the table of request counts', async () => {
  await using both = await openBoth();
  const columns = await columnsOf(both.sqlite);
  expect(columns.length).toBeGreaterThan(90);
  const alone = (column: string) => column.startsWith('request_count.');
  const ofPostgres = await columnsOf(both.postgres);
  expect(ofPostgres.filter((column) => !alone(column))).toEqual(columns);
  expect(ofPostgres.filter(alone)).toHaveLength(3);
});

test('both engines have the same foreign keys with the same delete actions', async () => {
  await using both = await openBoth();
  const { rows } = await sql<{ text: string }>`
    select m.name || '.' || k."from" || ' ' || k."table" || ' ' || k.on_delete as text
    from sqlite_schema m join pragma_foreign_key_list(m.name) k where m.type = 'table' order by 1
  `.execute(both.sqlite);
  const references = await sql<{ text: string }>`
    select t.relname || '.' || a.attname || ' ' || r.relname || ' '
      || case k.confdeltype when 'c' then 'CASCADE' else 'NO ACTION' end as text
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
    where k.contype = 'f' order by 1
  `.execute(both.postgres);
  expect(rows.length).toBeGreaterThan(8);
  expect(references.rows.map(({ text }) => text).toSorted()).toEqual(
    rows.map(({ text }) => text).toSorted(),
  );
});

test('PostgreSQL compares every text column by bytes, including those added later', async () => {
  await using both = await openBoth();
  const { rows } = await sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
      and data_type in ('text', 'character varying') and collation_name is distinct from 'C'
  `.execute(both.postgres);
  expect(rows).toEqual([]);
});

async function openBoth() {
  const lifetimes = new AsyncDisposableStack();
  const { path } = lifetimes.use(await tempFolder());
  const { url } = lifetimes.use(await testDatabase());
  const open = async (location: DatabaseLocation) => lifetimes.use(await openDatabase(location)).db;
  return {
    sqlite: await open({ engine: 'sqlite', file: join(path, 'x.db') }),
    postgres: await open({ engine: 'postgres', url }),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

async function columnsOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType, isNullable }) => {
        // SQLite reports a primary key as nullable, although a strict table refuses NULL there.
        const isNull = isNullable && name !== 'id';
        return `${table}.${name} ${kinds[dataType] ?? dataType}${isNull ? ' or null' : ''}`;
      }),
    )
    .sort();
}
