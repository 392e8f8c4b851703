import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from '../schema.ts';

/** By their names, in whose order they are taken. */
export type Migrations = Record<string, Migration>;

/** What Kysely keeps of migrations in; there before any of them is taken. */
export const migratorsTables = ['kysely_migration', 'kysely_migration_lock'];

/** The message says what is unknown, and what to do. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/**
 * Takes the migrations that a database lacks, each of them whole or not at all. Where it lacks none,
 * nothing is written, and no lock waited for.
 * @throws NewerSchemaError where a newer Waymark has taken others
 */
export async function migrate(db: Db, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  if (!(await isLackingAny(db, migrations))) return;
  const { error } = await migrator.migrateToLatest();
  // Two that start at once: the other was done meanwhile, and may be newer.
  if (error && (await isLackingAny(db, migrations))) throw error;
}

/**
 * Whether a database lacks any of the migrations.
 * @throws NewerSchemaError where a newer Waymark has taken others
 */
export async function isLackingAny(db: Db, migrations: Migrations): Promise<boolean> {
  const taken = await migrationsOf(db);
  const unknown = taken.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0)
    throw new NewerSchemaError(
      `it was written by a newer Waymark, whose migration "${unknown.at(-1)}" this one does not know: update Waymark to open it`,
    );
  return Object.keys(migrations).some((name) => !taken.includes(name));
}

/** The names of the migrations that any database has taken, in order. */
export async function migrationsOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === 'kysely_migration') ? takenMigrations(db) : [];
}

/** The names of the migrations that an open database has taken, in order. */
export async function takenMigrations(db: Db): Promise<string[]> {
  const rows = await db
    .$extendTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
