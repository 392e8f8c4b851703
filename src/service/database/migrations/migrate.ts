import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { wordsOf } from '../engine.ts';
import type { Db } from '../schema.ts';

/** Migrations by name, in order. */
export type Migrations = Record<string, Migration>;

/** Migrations from their SQL. `run` executes all statements of a text. */
export function migrationsFrom(
  texts: Record<string, string>,
  run: (text: string, db: Kysely<unknown>) => unknown,
): Migrations {
  const all = Object.entries(texts).map(([name, text]): [string, Migration] => [
    name,
    { up: async (db) => void (await run(text, db)) },
  ]);
  return Object.fromEntries(all);
}

/** Tables that Kysely itself creates before the first migration. */
export const migratorsTables = ['kysely_migration', 'kysely_migration_lock'];

/** Thrown if this version cannot migrate the schema. The message says what to do. */
export class UnknownSchemaError extends Error {
  override readonly name = 'UnknownSchemaError';
}

/**
 * Applies missing migrations, each in a transaction. If no migration is missing, nothing is written
 * and no lock is taken.
 * @throws UnknownSchemaError if the database has migrations of a newer Waymark
 */
export async function migrate(db: Db, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  if (!(await isLackingAny(db, migrations))) return;
  const { error } = await migrator.migrateToLatest();
  // If no migration is missing now, another process has applied the migrations, and the error can
  // be ignored. If that process has a newer version, `isLackingAny` throws.
  if (error && (await isLackingAny(db, migrations))) throw error;
}

/**
 * Whether migrations are missing.
 * @throws UnknownSchemaError if the database has migrations of a newer Waymark
 */
export async function isLackingAny(db: Db, migrations: Migrations): Promise<boolean> {
  const taken = await migrationsOf(db);
  const unknown = taken.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0)
    throw new UnknownSchemaError(
      `it was written by a newer Waymark (unknown migration "${unknown.at(-1)}"). Update Waymark to open it`,
    );
  return Object.keys(migrations).some((name) => !taken.includes(name));
}

/**
 * Names of the migrations applied to a database, in order. Also works for databases of other
 * programs.
 */
export async function migrationsOf(db: Db): Promise<string[]> {
  const names = await tableNames(db);
  return names.includes('kysely_migration') ? takenMigrations(db) : [];
}

export async function tableNames(db: Db): Promise<string[]> {
  const { rows } = await wordsOf(db).tableNames.execute(db);
  return rows.map(({ name }) => name);
}

/** Names of the applied migrations, in order. The table of migrations must exist. */
export async function takenMigrations(db: Db): Promise<string[]> {
  const rows = await db
    .$extendTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
