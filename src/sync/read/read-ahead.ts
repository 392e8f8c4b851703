import type { Records } from '../../client/endpoints.ts';

type Reading = ReturnType<Records['byId']>;

/** Records that are requested while their list is still being read. Each is handed out once. */
export interface ReadAhead {
  start(id: string, source: string): void;
  /** The record requested for this source, or a new request. */
  take(id: string, source: string | undefined): Reading;
}

/** Waiting for a list to settle before the first record is requested would cost seconds. */
export function createReadAhead(read: (id: string) => Reading): ReadAhead {
  const requested = new Map<string, Reading>();
  return {
    start: (id, source) => {
      if (requested.has(source)) return;
      const found = read(id);
      // Avoids an unhandled rejection: `take` returns the same promise, if the row is still needed.
      found.catch(() => {});
      requested.set(source, found);
    },
    take: (id, source) => {
      const found = source === undefined ? undefined : requested.get(source);
      if (source !== undefined) requested.delete(source);
      return found ?? read(id);
    },
  };
}
