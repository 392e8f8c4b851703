import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * For readers of a database: create it before the connection is opened, dispose it after that is
 * closed. Removes the `-wal` and `-shm` files that a read-only connection leaves behind. Earlier
 * ones and those in use stay.
 */
export function cleanUpWalFiles(file: string): Disposable {
  const isThere = () => ['-wal', '-shm'].some((end) => existsSync(file + end));
  const wasThere = isThere();
  return {
    [Symbol.dispose]() {
      if (!wasThere && isThere()) closeAsLast(file);
    },
  };
}

/** SQLite removes both files when the last connection closes. */
function closeAsLast(file: string): void {
  const existing = pathToFileURL(resolve(file));
  existing.search = '?mode=rw';
  try {
    using connection = new DatabaseSync(existing);
    connection.prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // Not writable or in use: the files stay, and do no harm.
  }
}
