import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { migrate, migrationsOf } from '../migrations/migrate.ts';
import { maxSteps, sqliteMigrations } from '../migrations/sqlite/migrations.ts';
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
 * other programs are ignored. In files from before there were migrations, only missing tables are
 * found.
 */
export async function lackingIn(db: Db): Promise<string[]> {
  const taken = await migrationsOf(db);
  const isNumbered = taken.length === 0;
  // In files from before there were migrations, `user_version` counts the changes of the schema.
  const { rows } = await sql`PRAGMA user_version`.execute(db);
  const { user_version: steps } = Version.parse(rows[0]);
  if (isNumbered && steps > maxSteps) return ['the table "kysely_migration"'];
  await using expected = await openInMemory(isNumbered ? firstMigrations : taken);
  const found = await columnsOf(db);
  return [...(await columnsOf(expected))].flatMap(([table, columns]) => {
    const present = found.get(table);
    // In files from before there were migrations, missing columns and the table `unfinished_import`
    // are not reported, because the migrations will add them.
    if (isNumbered && (present || table === 'unfinished_import')) return [];
    if (!present) return [`the table "${table}"`];
    const missing = columns.filter((column) => !present.includes(column));
    return missing.map((column) => `the column "${table}.${column}"`);
  });
}

const firstMigrations = ['0001-take-over', '0002-plain-lists'];

async function columnsOf(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

const Version = z.object({ user_version: z.int() });
