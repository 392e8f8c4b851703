import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Removes the `-wal` and `-shm` files that a read-only connection leaves behind. Keeps files that
 * existed before or are in use. Create this before opening the connection, and dispose it after
 * closing the connection.
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

/**
 * Opens and closes a writable connection, because SQLite removes both files when the last such
 * connection closes.
 */
function closeAsLast(file: string): void {
  const existing = pathToFileURL(resolve(file));
  existing.search = '?mode=rw';
  try {
    using connection = new DatabaseSync(existing);
    connection.prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // The file is not writable or is in use. Leftover files do no harm.
  }
}
