import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const DataVersion = z.object({ data_version: z.number() });

/**
 * Detects writes to a database. Reading SQLite's `data_version` needs file locks, so it is read at
 * most once per turn of the event loop. This is recent enough, because all requests handled in a
 * turn were sent before it.
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
    /** Returns a text that differs after every write, whichever connection wrote. */
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
