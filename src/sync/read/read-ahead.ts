import type { Records } from '../../client/endpoints.ts';

type Reading = ReturnType<Records['byId']>;

export type ReadAhead = ReturnType<typeof createReadAhead>;

/**
 * Requests records while their list is still being read, because it would cost seconds to wait
 * until the list is complete. Each result is returned only once.
 */
export function createReadAhead(read: (id: string) => Reading) {
  const requested = new Map<string, Reading>();
  return {
    start: (id: string, source: string) => {
      if (requested.has(source)) return;
      const found = read(id);
      // Avoids an unhandled rejection. If the row is still needed, `take` returns the same promise,
      // so the caller sees the error.
      found.catch(() => {});
      requested.set(source, found);
    },
    /**
     * Returns the result of the request that was started with this `source`, or requests the record
     * now.
     */
    take: (id: string, source = '') => {
      const found = requested.get(source);
      requested.delete(source);
      return found ?? read(id);
    },
  };
}
