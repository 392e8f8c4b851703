import { setImmediate as turn } from 'node:timers/promises';
import type { Awaitable } from '../../lib/awaitable.ts';
import { DatabaseUnavailableError } from '../../lib/database/unavailable.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** Shorter than the pauses of long-running writers. */
const gapMs = 5;

/** How long after a failed write the next ones are still tried. */
const maxWaitAfterFailureMs = 1000;

/** How long a write waits for its turn. */
const maxWaitMs = 2000;

/**
 * Runs writes one by one; reads continue.
 * @param maxAhead maximum of writes ahead
 */
export type WriteQueue = <T>(work: () => Awaitable<T>, maxAhead?: number) => Promise<T>;

/** A write was refused before it began: the queue is full, or the process is stopping. */
export class WriteRefusedError extends Error {
  override readonly name = 'WriteRefusedError';
}

/**
 * Runs writes one by one. The first one polls while another process holds the lock, and the others
 * wait behind it. The connection must not block (`waitMs: 0`), as that would stop the process. If
 * the database does not answer, an attempt takes seconds, so waiting writes fail with it. The event
 * loop takes a turn between writes, because SQLite is synchronous.
 * @param timeoutMs how long a write waits for the lock
 * @param stopping once aborted, waiting writes are refused
 * @throws DatabaseUnavailableError if the lock is held for longer
 * @throws WriteRefusedError
 */
export function createWriteQueue(
  clock: Clock,
  timeoutMs: number,
  stopping?: AbortSignal,
): WriteQueue {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  return async (work, maxAhead = Number.POSITIVE_INFINITY) => {
    if (count > maxAhead) throw new WriteRefusedError('Too many writes are waiting.');
    const since = clock.now().getTime();
    let hasBegun = false;
    const attempt = (failure: unknown) => {
      const waited = clock.now().getTime() - since;
      if (failure && waited >= maxWaitAfterFailureMs) throw failure;
      if (waited >= maxWaitMs) throw new WriteRefusedError('Earlier writes took too long.');
      if (stopping?.aborted) throw new WriteRefusedError('The process is stopping.');
      hasBegun = true;
      return tryUntil(since + timeoutMs, work);
    };
    count += 1;
    const done = last.then(attempt);
    // A refused write takes no turn, so that refusals do not delay each other.
    last = done.then(() => {}, failureOf).then((failure) => (hasBegun ? turn(failure) : failure));
    try {
      return await done;
    } finally {
      count -= 1;
    }
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

/** The failure if the database caused it; undefined if the write itself was invalid. */
function failureOf(error: unknown): DatabaseUnavailableError | undefined {
  return error instanceof DatabaseUnavailableError ? error : undefined;
}
