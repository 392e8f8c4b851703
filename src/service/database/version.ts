import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const DataVersion = z.object({ data_version: z.number() });

/**
 * Tells states of a database apart. Asking SQLite takes file locks, so the answer serves one turn of
 * the event loop: its requests were all sent before.
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
    /** Another text after every write, of this connection or of another one. */
    read(): string {
      if (known !== undefined) return known;
      setImmediate(forget);
      known = readNow();
      return known;
    },
    /** This connection is about to write, which SQLite's `data_version` leaves out. */
    count(): void {
      ownWrites += 1;
      forget();
    },
  };
}
