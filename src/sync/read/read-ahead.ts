import type { Records } from '../../client/endpoints.ts';

type Reading = ReturnType<Records['byId']>;

/** Requests records while their list is still being read. Each result is returned only once. */
export interface ReadAhead {
  start(id: string, source: string): void;
  /**
   * Returns the result of the request that was started with this `source`, or requests the record
   * now.
   */
  take(id: string, source: string | undefined): Reading;
}

/**
 * Records are requested early, because it would cost seconds to wait until the list is complete.
 */
export function createReadAhead(read: (id: string) => Reading): ReadAhead {
  const requested = new Map<string, Reading>();
  return {
    start: (id, source) => {
      if (requested.has(source)) return;
      const found = read(id);
      // Avoids an unhandled rejection. If the row is still needed, `take` returns the same promise,
      // so the caller sees the error.
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
