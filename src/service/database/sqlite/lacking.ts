import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { migrate, migrationsOf } from '../migrations/migrate.ts';
import { sqliteMigrations } from '../migrations/sqlite/migrations.ts';
import { steps } from '../migrations/sqlite/steps.ts';
import type { Db, Schema } from '../schema.ts';
import { NodeSqliteDialect } from './dialect.ts';

/** An empty database in memory, for its schema: every migration, or those that are named. */
export async function openInMemory(names?: readonly string[]): Promise<Kysely<Schema>> {
  const { connection, db } = emptyDatabase();
  const all = Object.entries(sqliteMigrations(connection));
  const taken = names ? all.filter(([name]) => names.includes(name)) : all;
  await migrate(db, Object.fromEntries(taken));
  return db;
}

/**
 * Names the tables and columns that a file lacks, although its migrations have made them. Those of
 * other programs are ignored.
 */
export async function lackingIn(db: Db): Promise<string[]> {
  const taken = await migrationsOf(db);
  const numbered = taken.length > 0 ? 0 : await numberedSteps(db);
  if (numbered > steps.length) return ['the table "kysely_migration"'];
  await using expected = numbered > 0 ? oldDatabase(numbered) : await openInMemory(taken);
  const found = await columnsOf(db);
  return [...(await columnsOf(expected))].flatMap(([table, columns]) => {
    const present = found.get(table);
    if (!present) return [`the table "${table}"`];
    const missing = columns.filter((column) => !present.includes(column));
    return missing.map((column) => `the column "${table}.${column}"`);
  });
}

async function columnsOf(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

const Version = z.object({ user_version: z.int() });

/** Counts the steps of a file from before migrations. */
async function numberedSteps(db: Db): Promise<number> {
  const { rows } = await sql`PRAGMA user_version`.execute(db);
  return Version.parse(rows[0]).user_version;
}

function oldDatabase(numbered: number): Kysely<Schema> {
  const { connection, db } = emptyDatabase();
  for (const step of steps.slice(0, numbered)) connection.exec(step);
  return db;
}

function emptyDatabase() {
  const connection = new DatabaseSync(':memory:');
  const dialect = new NodeSqliteDialect(connection, { beforeWrite: () => {} });
  return { connection, db: new Kysely<Schema>({ dialect }) };
}
