import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { migrate, migrationsOf } from '../migrations/migrate.ts';
import { maxSteps, sqliteMigrations } from '../migrations/sqlite/migrations.ts';
import type { Db, Schema } from '../schema.ts';
import { NodeSqliteDialect } from './dialect.ts';

/** Opens an empty database in memory, with all migrations applied, or only the named ones. */
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
 * Names the tables and columns that are missing, given the migrations that the file has. Other
 * programs' tables are ignored. In files from before there were migrations, only missing tables are
 * found.
 */
export async function lackingIn(db: Db): Promise<string[]> {
  const taken = await migrationsOf(db);
  const isNumbered = taken.length === 0;
  // Files from before there were migrations count the changes of their schema in `user_version`.
  const { rows } = await sql`PRAGMA user_version`.execute(db);
  const { user_version: steps } = Version.parse(rows[0]);
  if (isNumbered && steps > maxSteps) return ['the table "kysely_migration"'];
  await using expected = await openInMemory(isNumbered ? firstMigrations : taken);
  const found = await columnsOf(db);
  return [...(await columnsOf(expected))].flatMap(([table, columns]) => {
    const present = found.get(table);
    // Not missing: a later migration adds these columns and this table.
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
