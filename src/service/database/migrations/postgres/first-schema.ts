import { firstTables } from '../first-tables.ts';

/** Ordered and compared by its bytes, as SQLite does, whatever the database's own order is. */
const text = 'text COLLATE "C"';

const tables = firstTables({
  text,
  email: text,
  flag: 'smallint',
  integer: 'integer',
  bigInteger: 'bigint',
  bytes: 'bytea',
  // Kept as it was written; the cast refuses what is no JSON.
  isJson: (column) => `json_typeof(${column}::json) <> ''`,
  tableEnd: '',
  keyedEnd: '',
});

/** Indexes serve the lists, newest first with and without filters, and the ends of references. */
export const firstSchema = `
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
