import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const DataVersion = z.object({ data_version: z.number() });

/**
 * Detects writes to a database. Asking SQLite takes file locks, so one answer is used for a whole
 * turn of the event loop. That is safe: all requests handled in that turn were sent before it was
 * asked.
 */
export function createVersion(connection: DatabaseSync) {
  const pragma = connection.prepare('PRAGMA data_version');
  let ownWrites = 0;
  let known: string | undefined;
  const forget = () => {
    known = undefined;
  };
  const readNow = () => `${DataVersion.parse(pragma.get()).data_version}.${ownWrites}`;
  return {
    /** Returns a different text after every write of any connection. */
    read(): string {
      if (known !== undefined) return known;
      setImmediate(forget);
      known = readNow();
      return known;
    },
    /** Counts a write of this connection. SQLite's `data_version` only counts those of others. */
    count(): void {
      ownWrites += 1;
      forget();
    },
  };
}
