import pLimit from 'p-limit';

const first = 4;
const most = 8;

export interface Concurrency {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** The API is under strain: half as many at a time from now on. */
  halve(): void;
  /** An answer came as it should; after as many as run at a time, one more may. */
  grow(): void;
}

/** How many requests run at a time: starts at 4, never over 8, halved under strain, grown back slowly. */
export function createConcurrency(): Concurrency {
  const limit = pLimit(first);
  let calm = 0;
  return {
    run: (task) => limit(task),
    halve() {
      calm = 0;
      limit.concurrency = Math.max(1, Math.floor(limit.concurrency / 2));
    },
    grow() {
      calm += 1;
      if (calm < limit.concurrency) return;
      calm = 0;
      limit.concurrency = Math.min(most, limit.concurrency + 1);
    },
  };
}
