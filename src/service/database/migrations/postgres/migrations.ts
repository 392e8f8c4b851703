import { sql } from 'kysely';
import { firstTables } from '../first-tables.ts';
import { migrationsFrom } from '../migrate.ts';
import { sharedMigrations } from '../shared.ts';

/** Name of the first migration, which every database of the service has. */
export const firstMigration = '0001-first-schema';

/**
 * A table that counts the requests of the current minute, shared by all instances. It is unlogged,
 * so that no request waits for the disk. `fillfactor` leaves room for updating rows within their
 * page.
 */
const requestCounts = `
  CREATE UNLOGGED TABLE request_count (
    caller text COLLATE "C" PRIMARY KEY,
    minute integer NOT NULL,
    count integer NOT NULL
  ) WITH (fillfactor = 50);
`;

/** Texts sort by bytes, as in SQLite, whatever the database's default collation is. */
const text = 'text COLLATE "C"';
const words = { text, tableEnd: '' };

const tables = firstTables({
  ...words,
  email: text,
  flag: 'smallint',
  bigInteger: 'bigint',
  bytes: 'bytea',
  // The column stores the JSON as text, unchanged. The cast only rejects invalid JSON.
  isJson: (column) => `json_typeof(${column}::json) <> ''`,
  keyedEnd: '',
});

/**
 * The indexes serve the lists (newest first, with and without filters), and queries for the rows
 * that refer to a given row.
 */
const firstSchema = `
  ${tables}
  CREATE INDEX release_newest ON release (created_at DESC, id);
  CREATE INDEX release_project_newest ON release (project_id, created_at DESC, id);
  CREATE INDEX release_status_newest ON release (status, is_public, created_at DESC, id);
  CREATE INDEX release_contributor_contributor ON release_contributor (contributor_id);
  CREATE INDEX milestone_newest ON milestone (created_at DESC, id);
  CREATE INDEX milestone_public_newest ON milestone (is_public, created_at DESC, id);
  CREATE INDEX milestone_project_newest ON milestone (project_id, created_at DESC, id);
  CREATE INDEX milestone_status_newest ON milestone (status, is_public, created_at DESC, id);
  CREATE INDEX milestone_label_label ON milestone_label (label_id);
  CREATE UNIQUE INDEX subscriber_email ON subscriber (lower(email COLLATE "C"));
  -- Uncompressed, so that a part of one is read without the whole.
  ALTER TABLE file ALTER COLUMN bytes SET STORAGE EXTERNAL;
`;

const texts = {
  [firstMigration]: firstSchema,
  ...sharedMigrations(words),
  '0005-request-counts': requestCounts,
};

export const postgresMigrations = migrationsFrom(texts, (text, db) => sql.raw(text).execute(db));
