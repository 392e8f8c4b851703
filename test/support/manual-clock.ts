import type { Clock } from '../../src/lib/time/clock.ts';

/** A clock that only a test moves: a sleeper wakes when `advance` reaches its time. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(start = '2026-03-01T09:00:00.000Z'): ManualClock {
  let now = Date.parse(start);
  const sleepers = new Set<{ until: number; wake: () => void }>();
  return {
    now: () => new Date(now),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (ms <= 0) return setImmediate(resolve);
        const sleeper = { until: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    advance(ms) {
      now += ms;
      for (const sleeper of sleepers)
        if (sleeper.until <= now && sleepers.delete(sleeper)) sleeper.wake();
    },
  };
}
