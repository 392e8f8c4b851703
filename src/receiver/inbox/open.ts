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
  const lock = lockFor(file);
  if (!lock)
    throw new SettingsError(
      `Another receiver uses the inbox ${file}. Stop it, or set WEBHOOK_INBOX to another file.`,
    );
  try {
    const database = openDatabaseFile(file, inboxMigrations, { tables: ['event', 'success'] });
    return {
      ...database,
      [Symbol.dispose]() {
        database[Symbol.dispose]();
        lock[Symbol.dispose]();
      },
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw unusable(error);
  }
}

function lockFor(file: string): Disposable | undefined {
  try {
    return tryLock(`${file}.lock`);
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(error: unknown): SettingsError {
  const why = error instanceof Error ? error.message : error;
  return new SettingsError(
    `The inbox cannot be opened: ${why}\nSet WEBHOOK_INBOX to a file in a writable folder.`,
    { cause: error },
  );
}
