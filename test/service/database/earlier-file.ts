import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrate } from '../../../src/service/database/migrations/migrate.ts';
import { sqliteMigrations } from '../../../src/service/database/migrations/sqlite/migrations.ts';
import type { Schema } from '../../../src/service/database/schema.ts';
import { NodeSqliteDialect } from '../../../src/service/database/sqlite/dialect.ts';

/** Names of all migrations of SQLite, in order. */
export const migrationNames = Object.keys(sqliteMigrations(new DatabaseSync(':memory:')));

/** Creates a file as an earlier version did that had only the first `count` migrations. */
export async function createEarlierFile(file: string, count: number, rows: string): Promise<void> {
  const connection = new DatabaseSync(file);
  await using db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(connection) });
  await migrate(
    db,
    Object.fromEntries(Object.entries(sqliteMigrations(connection)).slice(0, count)),
  );
  connection.exec(rows);
}
