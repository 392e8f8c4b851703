import type { Database } from '../../lib/database/database.ts';
import { openDatabaseFile } from '../../lib/database/open.ts';
import { tryLock } from '../../lib/files/lock.ts';
import { SettingsError } from '../../model/errors.ts';

export type Inbox = Database;

/**
 * Opens the inbox, the database of received events, for this process alone. Creates the inbox if it
 * is missing.
 * @throws SettingsError if the file cannot be used, or if another receiver uses it
 */
export function openInbox(file: string): Inbox {
  using opening = new DisposableStack();
  try {
    const lock = tryLock(`${file}.lock`);
    if (lock) {
      opening.use(lock);
      const tables = ['event', 'success'];
      const database = opening.use(openDatabaseFile(file, inboxMigrations, tables));
      const opened = opening.move();
      return { ...database, [Symbol.dispose]: () => opened.dispose() };
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new SettingsError(
      `The inbox cannot be opened: ${why}\nSet WEBHOOK_INBOX to a file in a writable folder.`,
      { cause: error },
    );
  }
  throw new SettingsError(
    `Another receiver uses the inbox ${file}. Stop it, or set WEBHOOK_INBOX to another file.`,
  );
}

/**
 * Never change a migration, only append new ones, because existing inboxes have already applied the
 * old ones. An event and its state share a row, so neither can exist without the other. Times are
 * UTC with a `Z`, so that they sort as texts.
 */
const inboxMigrations: readonly string[] = [
  `
  CREATE TABLE event (
    id TEXT PRIMARY KEY,
    type TEXT,
    release_id TEXT,
    received_at TEXT NOT NULL,
    due_at TEXT NOT NULL,
    looks INTEGER NOT NULL DEFAULT 0,
    first_look_at TEXT,
    settled_at TEXT,
    outcome TEXT,
    why TEXT,
    CHECK ((settled_at IS NULL) = (outcome IS NULL))
  ) STRICT;
  CREATE INDEX event_open ON event (due_at) WHERE settled_at IS NULL;
  CREATE INDEX event_settled ON event (settled_at) WHERE settled_at IS NOT NULL;
  CREATE INDEX event_received ON event (received_at);

  CREATE TABLE success (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    at TEXT NOT NULL,
    outside TEXT NOT NULL,
    kind TEXT NOT NULL,
    generation TEXT,
    why TEXT,
    parts TEXT NOT NULL CHECK (json_valid(parts))
  ) STRICT;
  `,
  `
  ALTER TABLE event ADD COLUMN body_sha256 TEXT;
  CREATE INDEX event_body ON event (body_sha256) WHERE body_sha256 IS NOT NULL;
  `,
];
