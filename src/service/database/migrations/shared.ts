interface Words {
  /** Type of a text column that sorts by bytes. */
  text: string;
  /** The end of a `CREATE TABLE` statement. */
  tableEnd: string;
}

/**
 * SQL of the migrations of both engines, by name. A new name must sort after all earlier ones, and
 * a released migration must never change.
 */
export function sharedMigrations({ text, tableEnd }: Words): Record<string, string> {
  const key = `${text} PRIMARY KEY NOT NULL`;
  const required = `${text} NOT NULL`;
  const ofUser = 'REFERENCES desk_user (id) ON DELETE CASCADE';
  return {
    // Allows hooks to have several events, events to have no release, and deliveries to record when
    // an attempt began. SQLite cannot make `release_id` nullable, so a new column replaces it.
    '0003-content-changed': `
      CREATE TABLE hook_event (
        hook_id ${required} REFERENCES hook (id) ON DELETE CASCADE,
        event ${required},
        PRIMARY KEY (hook_id, event)
      )${tableEnd};
      INSERT INTO hook_event (hook_id, event) SELECT id, event FROM hook;
      ALTER TABLE hook DROP COLUMN event;
      ALTER TABLE event ADD COLUMN subject_id ${text};
      UPDATE event SET subject_id = release_id;
      DROP INDEX event_release;
      ALTER TABLE event DROP COLUMN release_id;
      ALTER TABLE event RENAME COLUMN subject_id TO release_id;
      CREATE INDEX event_release ON event (release_id);
      ALTER TABLE delivery ADD COLUMN begun_at ${text};
    `,
    // Adds the columns for leases on hooks.
    '0004-hook-leases': `
      ALTER TABLE hook ADD COLUMN leased_by ${text};
      ALTER TABLE hook ADD COLUMN leased_until ${text};
    `,
    // Adds a table of erasures, so that restoring a backup does not bring erased rows back.
    '0005-erasures': `
      CREATE TABLE erasure (
        kind ${required}, sha256 ${required}, erased_at ${required}, PRIMARY KEY (kind, sha256)
      )${tableEnd};
    `,
    // Adds the time of the last change to projects, labels and contributors. It is null for
    // existing rows.
    '0006-part-times': `
      ALTER TABLE project ADD COLUMN changed_at ${text};
      ALTER TABLE label ADD COLUMN changed_at ${text};
      ALTER TABLE contributor ADD COLUMN changed_at ${text};
    `,
    // Adds an index of failed deliveries by hook, for metrics.
    '0007-failed-deliveries': `
      CREATE INDEX delivery_failed ON delivery (hook_id)
        WHERE due_at IS NULL AND outcome <> 'delivered';
    `,
    // Adds the time at which a key expires. Existing keys never expire.
    '0009-key-expiry': `ALTER TABLE api_key ADD COLUMN expires_at ${text};`,
    // Adds a table of unused uploads. It is not a column of `file`, because rewriting the large rows
    // of `file` is slow.
    '0010-unused-uploads': `
      CREATE TABLE unused_upload (
        name ${key} REFERENCES file (name) ON DELETE CASCADE,
        uploaded_at ${required}
      )${tableEnd};
    `,
    // Removes superseded deliveries from the index of failed deliveries.
    '0011-superseded-deliveries': `
      DROP INDEX delivery_failed;
      CREATE INDEX delivery_failed ON delivery (hook_id)
        WHERE due_at IS NULL AND outcome <> 'delivered' AND outcome <> 'superseded';
    `,
    // Adds the time of creation of the release to its links to labels, so that an index finds the
    // newest releases of a label.
    '0012-label-times': `
      ALTER TABLE release_label ADD COLUMN created_at ${required} DEFAULT '';
      UPDATE release_label SET created_at =
        (SELECT created_at FROM release WHERE release.id = release_id);
      CREATE INDEX release_label_newest ON release_label (label_id, created_at DESC, release_id);
    `,
    // Marks all files as possibly unused, because earlier versions did not notice if a resource
    // stopped using a file. A day later, the service removes the files that nothing uses.
    '0013-unused-files': `
      INSERT INTO unused_upload (name, uploaded_at)
        SELECT name, '${new Date().toISOString()}' FROM file
        WHERE name NOT IN (SELECT name FROM unused_upload);
    `,
    // Adds the days of dates that came from sources without times. Existing rows have none.
    '0014-days': `
      ALTER TABLE release ADD COLUMN released_on ${text};
      ALTER TABLE milestone ADD COLUMN started_on ${text};
      ALTER TABLE milestone ADD COLUMN ended_on ${text};
    `,
    // Adds the tables of the desk, channels of releases, and who made and used a key.
    '0015-desk': `
      ALTER TABLE release ADD COLUMN channels ${text};
      ALTER TABLE api_key ADD COLUMN created_by ${text};
      ALTER TABLE api_key ADD COLUMN last_used_on ${text};
      CREATE TABLE desk_user (
        id ${key}, name ${required}, role ${required}, created_at ${required}
      )${tableEnd};
      CREATE TABLE desk_link (
        user_id ${key} ${ofUser}, sha256 ${required}, expires_at ${required}
      )${tableEnd};
      CREATE TABLE desk_session (
        id ${key}, user_id ${required} ${ofUser}, sha256 ${required}, agent ${required},
        created_at ${required}, used_at ${required}
      )${tableEnd};
      CREATE TABLE desk_markdown (
        release_id ${key} REFERENCES release (id) ON DELETE CASCADE,
        markdown ${required}, sha256 ${required}
      )${tableEnd};
      CREATE TABLE activity (
        id ${key}, at ${required}, actor ${required}, action ${required}, subject ${required}
      )${tableEnd};
      CREATE UNIQUE INDEX desk_user_name ON desk_user (name);
      CREATE INDEX desk_session_user_id ON desk_session (user_id);
      CREATE UNIQUE INDEX desk_session_sha256 ON desk_session (sha256);
      CREATE INDEX activity_at ON activity (at);
    `,
  };
}
