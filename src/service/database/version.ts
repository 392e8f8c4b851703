import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const DataVersion = z.object({ data_version: z.number() });

/**
 * Detects writes to a database. Asking SQLite needs file locks, so SQLite is asked at most once per
 * turn of the event loop. Its answer is recent enough for every request handled in that turn,
 * because these were sent before.
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
    /**
     * Counts a write of this connection. SQLite's `data_version` only counts writes of other
     * connections.
     */
    count(): void {
      ownWrites += 1;
      forget();
    },
  };
}
