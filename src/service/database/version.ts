import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const DataVersion = z.object({ data_version: z.number() });

/**
 * Detects writes to a database. Asking SQLite takes file locks, so one answer serves a whole turn
 * of the event loop. All requests handled in that turn were sent earlier.
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
    /** Returns another text after every write of any connection. */
    read(): string {
      if (known !== undefined) return known;
      setImmediate(forget);
      known = readNow();
      return known;
    },
    /** Counts a write of this connection, which SQLite's `data_version` omits. */
    count(): void {
      ownWrites += 1;
      forget();
    },
  };
}
