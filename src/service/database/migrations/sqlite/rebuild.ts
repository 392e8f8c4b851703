import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { firstTables } from '../first-tables.ts';

const Name = z.object({ name: z.string() });

/**
 * Creates the tables of the first schema. Tables of earlier versions of Waymark, whose columns
 * differ, are created again and keep their rows. Tables of other programs are not changed.
 */
export function rebuild(connection: DatabaseSync): void {
  const names = (query: string) =>
    connection
      .prepare(query)
      .all()
      .map((row) => Name.parse(row).name);
  const present = names(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  const tables = [...firstSchema.matchAll(/CREATE TABLE (\w+)/g)]
    .map(([, table = '']) => table)
    .filter((table) => present.includes(table));
  const columnsOf = (table: string) => names(`SELECT name FROM pragma_table_info('${table}')`);
  const isUntidy = tables.includes('event') && !columnsOf('delivery').includes('attempted_at');
  for (const table of tables) {
    const made = `tbl_name = '${table}' AND sql IS NOT NULL`;
    for (const kind of ['trigger', 'index'])
      for (const name of names(`SELECT name FROM sqlite_schema WHERE type = '${kind}' AND ${made}`))
        connection.exec(`DROP ${kind} "${name}"`);
    connection.exec(`ALTER TABLE ${table} RENAME TO earlier_${table}`);
  }
  if (tables.includes('subscriber')) connection.exec(mergeSubscribers);
  connection.exec(firstSchema);
  for (const table of tables) {
    const known = columnsOf(table);
    const columns = columnsOf(`earlier_${table}`).filter((column) => known.includes(column));
    connection.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM earlier_${table}`);
  }
  for (const table of tables.toReversed()) connection.exec(`DROP TABLE earlier_${table}`);
  if (isUntidy) connection.exec(tidyEvents);
}

/**
 * Merges subscribers with the same email address: the oldest one stays, and gets the lists of the
 * others.
 */
const mergeSubscribers = `
  CREATE TEMP TABLE same_address AS
    SELECT id, first_value(id) OVER (PARTITION BY lower(email) ORDER BY created_at, id) AS oldest
    FROM earlier_subscriber;
  CREATE TEMP TABLE merged_subscription AS
    SELECT oldest, list_id,
      row_number() OVER (PARTITION BY oldest ORDER BY nth) - 1 AS position
    FROM (
      SELECT oldest, list_id, min(nth) AS nth FROM (
        SELECT oldest, list_id, row_number() OVER (
          PARTITION BY oldest ORDER BY earlier_subscriber.created_at, earlier_subscriber.id, position) AS nth
        FROM same_address
        JOIN earlier_subscriber ON earlier_subscriber.id = same_address.id
        JOIN earlier_subscription ON subscriber_id = earlier_subscriber.id
        WHERE oldest IN (SELECT oldest FROM same_address WHERE id <> oldest)
      ) GROUP BY oldest, list_id
    );
  UPDATE earlier_subscriber SET updated_at = (
    SELECT max(same.updated_at) FROM same_address
    JOIN earlier_subscriber AS same ON same.id = same_address.id
    WHERE oldest = earlier_subscriber.id
  ) WHERE id IN (SELECT oldest FROM same_address WHERE id <> oldest);
  DELETE FROM earlier_subscription WHERE subscriber_id IN
    (SELECT id FROM same_address WHERE oldest IN
      (SELECT oldest FROM same_address WHERE id <> oldest));
  DELETE FROM earlier_subscriber WHERE id IN (SELECT id FROM same_address WHERE id <> oldest);
  INSERT INTO earlier_subscription (subscriber_id, list_id, position)
    SELECT oldest, list_id, position FROM merged_subscription;
  DROP TABLE same_address;
  DROP TABLE merged_subscription;
`;

/**
 * Removes events of deleted releases. For attempted deliveries, the time of the attempt is unknown
 * and set to the time of the event.
 */
const tidyEvents = `
  DELETE FROM delivery WHERE event_id IN
    (SELECT id FROM event WHERE release_id NOT IN (SELECT id FROM release));
  DELETE FROM event WHERE release_id NOT IN (SELECT id FROM release);
  UPDATE delivery
    SET attempted_at = (SELECT created_at FROM event WHERE event.id = event_id)
    WHERE attempts > 0;
`;

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
