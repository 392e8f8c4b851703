import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const DataVersion = z.object({ data_version: z.number() });

/** Tells states of a database apart. */
export interface Version {
  /** Another text after every write, of this connection or of another one. */
  read(): string;
  /** This connection is about to write, which SQLite's `data_version` leaves out. */
  count(): void;
}

/**
 * Asking SQLite takes file locks, so the answer serves one turn of the event loop: the requests
 * that a turn brings were all sent before it was asked.
 */
export function createVersion(connection: DatabaseSync): Version {
  const pragma = connection.prepare('PRAGMA data_version');
  let ownWrites = 0;
  let known: string | undefined;
  const forget = () => {
    known = undefined;
  };
  const readNow = () => `${DataVersion.parse(pragma.get()).data_version}.${ownWrites}`;
  return {
    read() {
      if (known !== undefined) return known;
      setImmediate(forget);
      known = readNow();
      return known;
    },
    count() {
      ownWrites += 1;
      forget();
    },
  };
}
