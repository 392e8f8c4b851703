import { sql } from 'kysely';
import { shorten } from '../../../lib/text/text.ts';
import { SettingsError } from '../../../model/errors.ts';
import { migratorsTables, takenMigrations } from '../migrations/migrate.ts';
import { firstMigration } from '../migrations/postgres/migrations.ts';
import type { Db } from '../schema.ts';
import { inSnapshot } from '../transaction.ts';

/**
 * Throws if a database has tables of another program. Accepts an empty database, and a database
 * with only Kysely's tables, which another instance is about to migrate.
 * @throws SettingsError that names the tables
 */
export async function assertOurs(db: Db): Promise<void> {
  const { database, names, taken } = await inSnapshot(db, lookAround);
  const others = names.filter((name) => !migratorsTables.includes(name));
  if (taken.includes(firstMigration)) return;
  if (others.length === 0 && taken.length === 0) return;
  throw new SettingsError(
    `The database "${database}" in DATABASE_URL belongs to another program (it has the tables ${shorten(names.join(', '), 60)}), and was not changed. Use an empty database. CREATE DATABASE waymark creates an empty database.`,
  );
}

/**
 * Lists the tables and views in the current schema, except those that belong to extensions
 * (https://www.postgresql.org/docs/current/catalog-pg-depend.html).
 */
async function lookAround(db: Db) {
  const { rows } = await sql<{ database: string; names: string[] }>`
    select current_database() as database, array(
      select c.relname::text from pg_class c
      where c.relnamespace = to_regnamespace(quote_ident(current_schema()))
        and c.relkind in ('r', 'p', 'f', 'v', 'm')
        and not exists (
          select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by 1) as names`.execute(db);
  const { database = '', names = [] } = rows[0] ?? {};
  const isMigrated = names.includes('kysely_migration');
  return { database, names, taken: isMigrated ? await takenMigrations(db) : [] };
}
