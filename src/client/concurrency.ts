import pLimit from 'p-limit';

const initial = 4;
const max = 8;

export type Concurrency = ReturnType<typeof createConcurrency>;

/**
 * Limits how many requests run at once. The limit starts at 4, is halved when the API is
 * overloaded, and grows slowly up to 8.
 */
export function createConcurrency() {
  const limit = pLimit(initial);
  let calm = 0;
  return {
    run: <T>(task: () => Promise<T>): Promise<T> => limit(task),
    halve() {
      calm = 0;
      limit.concurrency = Math.max(1, Math.floor(limit.concurrency / 2));
    },
    /** Counts a successful request. A limit of n grows by one after n successful requests. */
    grow() {
      calm += 1;
      if (calm < limit.concurrency) return;
      calm = 0;
      limit.concurrency = Math.min(max, limit.concurrency + 1);
    },
  };
}
