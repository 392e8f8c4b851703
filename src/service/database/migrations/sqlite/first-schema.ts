import { firstTables } from '../first-tables.ts';

const tables = firstTables({
  text: 'TEXT',
  email: 'TEXT COLLATE NOCASE',
  flag: 'INTEGER',
  integer: 'INTEGER',
  bigInteger: 'INTEGER',
  bytes: 'BLOB',
  isJson: (column) => `json_valid(${column})`,
  tableEnd: ' STRICT',
  keyedEnd: ' STRICT, WITHOUT ROWID',
});

/**
 * The indexes have the order of the lists, and include the columns of all filters. If two indexes
 * fit a query, SQLite uses the one created later. So the index by project is last, because a
 * project selects fewer rows than a status.
 */
export const firstSchema = `
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
