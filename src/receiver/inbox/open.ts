import type { Database } from '../../lib/database/database.ts';
import { openDatabaseFile } from '../../lib/database/open.ts';
import { tryLock } from '../../lib/files/lock.ts';
import { SettingsError } from '../../model/errors.ts';
import { inboxMigrations } from './migrations.ts';

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
      const options = { tables: ['event', 'success'] };
      const database = opening.use(openDatabaseFile(file, inboxMigrations, options));
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
