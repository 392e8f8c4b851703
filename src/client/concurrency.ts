import pLimit from 'p-limit';

const initial = 4;
const max = 8;

export type Concurrency = ReturnType<typeof createConcurrency>;

/** How many requests run at once: 4 at first, 8 at most, halved under strain, then grown slowly. */
export function createConcurrency() {
  const limit = pLimit(initial);
  let calm = 0;
  return {
    run: <T>(task: () => Promise<T>): Promise<T> => limit(task),
    /** The API is under strain: half as many at once from now on. */
    halve() {
      calm = 0;
      limit.concurrency = Math.max(1, Math.floor(limit.concurrency / 2));
    },
    /** A request succeeded. After as many as run at once, one more may. */
    grow() {
      calm += 1;
      if (calm < limit.concurrency) return;
      calm = 0;
      limit.concurrency = Math.min(max, limit.concurrency + 1);
    },
  };
}
