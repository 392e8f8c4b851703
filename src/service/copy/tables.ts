import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { openInMemory } from '../database/sqlite/lacking.ts';

export type Table = Awaited<ReturnType<typeof schemaTables>>[number];

/**
 * The tables of the service, as in an empty SQLite database, without the tables of the migrator.
 * Each table comes after the tables that it refers to.
 */
export async function schemaTables() {
  await using db = await openInMemory();
  const keys = await keysOf(db);
  const indexes = await indexesOf(db);
  const found = new Map((await db.introspection.getTables()).map((table) => [table.name, table]));
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' order by rowid`.execute(db);
  return rows.flatMap(({ name }) => {
    const { columns } = found.get(name) ?? {};
    if (!columns) return [];
    return {
      name,
      columns: columns.map((column) => column.name),
      /** Columns of the primary key. */
      key: keys.get(name) ?? [],
      /** Columns whose type is text. */
      texts: columns.filter(({ dataType }) => dataType === 'TEXT').map((column) => column.name),
      /** Columns of each index, including the primary key. */
      indexes: indexes.get(name) ?? [],
    };
  });
}

async function keysOf(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select t.name as table_name, c.name as column_name
    from sqlite_schema as t join pragma_table_info(t.name) as c
    where t.type = 'table' and c.pk > 0 order by c.pk`.execute(db);
  const byTable = Map.groupBy(rows, ({ table_name }) => table_name);
  return new Map(
    [...byTable].map(([name, found]) => [name, found.map(({ column_name }) => column_name)]),
  );
}

/**
 * Indexes by table. An index on an expression such as `lower(email)` counts as an index on its
 * column.
 */
async function indexesOf(db: Db): Promise<Map<string, string[][]>> {
  const { rows } = await sql<{ table_name: string; index_name: string; column_name: string }>`
    select t.name as table_name, i.name as index_name, c.name as column_name
    from sqlite_schema as t join pragma_index_list(t.name) as i
    left join sqlite_schema as s on s.name = i.name
    join pragma_index_xinfo(i.name) as x on x."key" = 1
    join pragma_table_info(t.name) as c
    on c.cid = x.cid or x.cid = -2 and instr(s.sql, '(' || c.name || ')') > 0
    where t.type = 'table'`.execute(db);
  const byTable = Map.groupBy(rows, ({ table_name }) => table_name);
  return new Map(
    [...byTable].map(([name, found]) => {
      const byIndex = Map.groupBy(found, ({ index_name }) => index_name);
      return [name, [...byIndex.values()].map((all) => all.map((one) => one.column_name))];
    }),
  );
}
