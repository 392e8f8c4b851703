import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * For who only reads a database, from before its connection is opened until after it is closed:
 * takes away what SQLite puts beside a file in WAL mode (`-wal`, `-shm`) and a connection that only
 * reads leaves there. What was there before stays, and so does what others use meanwhile.
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

/** SQLite knows whether anybody else has a file open, and removes both when the last one closes it. */
function closeAsLast(file: string): void {
  const existing = pathToFileURL(resolve(file));
  existing.search = '?mode=rw';
  try {
    using connection = new DatabaseSync(existing);
    connection.prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // Not this user's to write, or another process is at it: then they stay, and do no harm.
  }
}
