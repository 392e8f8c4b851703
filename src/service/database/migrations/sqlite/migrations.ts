import type { DatabaseSync } from 'node:sqlite';
import { firstTables } from '../first-tables.ts';
import { type Migrations, migrationsFrom } from '../migrate.ts';
import { sharedMigrations } from '../shared.ts';

/**
 * All migrations, in order. They use `connection` directly, within the migrator's transaction,
 * because Kysely executes a single statement at a time.
 */
export function sqliteMigrations(connection: DatabaseSync): Migrations {
  return migrationsFrom(texts, (text) => connection.exec(text));
}

const words = { text: 'TEXT', tableEnd: ' STRICT' };

const tables = firstTables({
  ...words,
  email: 'TEXT COLLATE NOCASE',
  flag: 'INTEGER',
  bigInteger: 'INTEGER',
  bytes: 'BLOB',
  isJson: (column) => `json_valid(${column})`,
  keyedEnd: ' STRICT, WITHOUT ROWID',
});

/**
 * The indexes have the order of the lists, and include the columns of all filters. If two indexes
 * fit a query, SQLite uses the one created later. So the index by project is last, because a
 * project selects fewer rows than a status.
 */
const firstSchema = `
  ${tables}
  CREATE INDEX release_newest ON release (created_at DESC, id, status, is_public, project_id);
  CREATE INDEX release_status_newest
    ON release (status, created_at DESC, id, is_public, project_id);
  CREATE INDEX release_project_newest
    ON release (project_id, created_at DESC, id, status, is_public);
  CREATE INDEX milestone_newest ON milestone (created_at DESC, id, status, is_public, project_id);
  CREATE INDEX milestone_status_newest
    ON milestone (status, created_at DESC, id, is_public, project_id);
  CREATE INDEX milestone_project_newest
    ON milestone (project_id, created_at DESC, id, status, is_public);
  CREATE UNIQUE INDEX subscriber_email ON subscriber (lower(email));
`;

const texts = {
  // Versions of Waymark without migrations refuse a file with a higher `user_version` than 7.
  '0001-take-over': 'PRAGMA user_version = 8',
  '0002-plain-lists': firstSchema,
  ...sharedMigrations(words),
};
