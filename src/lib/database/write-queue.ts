import type { Awaitable } from '../and-then.ts';
import type { Clock } from '../time/clock.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** Shorter than the pauses that a long work of another process makes. */
const gapMs = 5;

/** How long a write waits behind one that failed, and still has a try of its own. */
const longestInLine = 1000;

/** Does work that writes as soon as the database is free; reads go on meanwhile. */
export type WriteQueue = <T>(work: () => Awaitable<T>) => Promise<T>;

/**
 * Writes one after the other: where another process holds the lock, the first in line looks again
 * and again and the others wait behind it, so that many who wait cost no more than one. The
 * connection itself must not wait (`waitMs: 0`), as that would hold up the whole process. Of a
 * database that does not answer, an attempt takes seconds: those who wait behind it fail with it.
 * @param patienceMs how long a write waits
 * @throws DatabaseUnavailableError when it takes longer
 */
export function createWriteQueue(clock: Clock, patienceMs: number): WriteQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const since = clock.now().getTime();
    const attempt = (failure: unknown) => {
      if (failure && clock.now().getTime() >= since + longestInLine) throw failure;
      return tryUntil(since + patienceMs, work);
    };
    const done = last.then(attempt);
    last = done.then(() => {}, failureOf);
    return done;
  };

  async function tryUntil<T>(until: number, work: () => Awaitable<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const isBusy = error instanceof DatabaseUnavailableError && error.isBusy;
        if (!isBusy || clock.now().getTime() >= until) throw error;
        await clock.sleep(gapMs);
      }
    }
  }
}

/** Of a write that the database could not take; undefined where the write itself was wrong. */
function failureOf(error: unknown): DatabaseUnavailableError | undefined {
  return error instanceof DatabaseUnavailableError ? error : undefined;
}
