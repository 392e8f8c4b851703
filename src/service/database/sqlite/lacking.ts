import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrate, migrationsOf } from '../migrations/migrate.ts';
import { sqliteMigrations } from '../migrations/sqlite/migrations.ts';
import type { Db, Schema } from '../schema.ts';
import { NodeSqliteDialect } from './dialect.ts';

/**
 * Opens an empty database in memory, to which all migrations are applied, or only those in `names`.
 */
export async function openInMemory(names?: readonly string[]): Promise<Kysely<Schema>> {
  const connection = new DatabaseSync(':memory:');
  const dialect = new NodeSqliteDialect(connection);
  const db = new Kysely<Schema>({ dialect });
  const all = Object.entries(sqliteMigrations(connection));
  const taken = names ? all.filter(([name]) => names.includes(name)) : all;
  await migrate(db, Object.fromEntries(taken));
  return db;
}

/**
 * Lists the tables and columns that a file should have after its migrations, but lacks. Tables of
 * other programs are ignored.
 */
export async function lackingIn(db: Db): Promise<string[]> {
  const taken = await migrationsOf(db);
  if (taken.length === 0) return ['the table "kysely_migration"'];
  const found = await columnsOf(db);
  return [...(await expectedColumns(taken))].flatMap(([table, columns]) => {
    const present = found.get(table);
    if (!present) return [`the table "${table}"`];
    const missing = columns.filter((column) => !present.includes(column));
    return missing.map((column) => `the column "${table}.${column}"`);
  });
}

const expected = new Map<string, Promise<Map<string, string[]>>>();

/** Columns of each table after these migrations, which take longer than reading most files. */
function expectedColumns(names: readonly string[]): Promise<Map<string, string[]>> {
  const key = names.join();
  const columns = expected.get(key) ?? columnsAfter(names);
  expected.set(key, columns);
  return columns;
}

async function columnsAfter(names: readonly string[]): Promise<Map<string, string[]>> {
  await using db = await openInMemory(names);
  return await columnsOf(db);
}

async function columnsOf(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}
