import { setImmediate as turn } from 'node:timers/promises';
import type { Awaitable } from '../../lib/awaitable.ts';
import { DatabaseUnavailableError } from '../../lib/database/unavailable.ts';
import type { Clock } from '../../lib/time/clock.ts';

/**
 * Pause before a write is tried again. Other processes pause between their transactions during long
 * work. This pause is shorter than theirs, so that a retry happens while they pause.
 */
const gapMs = 5;

/**
 * If a write fails because the database does not answer, writes behind it in the queue fail too if
 * they have waited at least this long.
 */
const maxWaitAfterFailureMs = 1000;

/** Maximum time that a write waits for its turn. After that, it is refused. */
const maxWaitMs = 2000;

/**
 * Runs writes one at a time, without delaying reads.
 * @param maxAhead the write is refused if more writes than this are ahead of it
 */
export type WriteQueue = <T>(work: () => Awaitable<T>, maxAhead?: number) => Promise<T>;

/**
 * Thrown if a write was refused before it began, because the queue is full or the process is
 * stopping.
 */
export class WriteRefusedError extends Error {
  override readonly name = 'WriteRefusedError';
}

/**
 * Runs writes one at a time. While another process holds the lock, the first write is retried, and
 * the others wait behind it. The connection itself must not wait for the lock (`waitMs: 0`), as
 * that would block the process. If the database does not answer, one attempt takes seconds, so
 * writes that have waited long fail together with the first one.
 * @param timeoutMs how long a write waits for the lock
 * @param stopping once aborted, waiting writes are refused
 * @throws DatabaseUnavailableError if another process holds the lock for longer than `timeoutMs`
 * @throws WriteRefusedError if the write was not begun
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
    // SQLite is synchronous, so the event loop takes a turn after each write. Refused writes need
    // no turn.
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

/**
 * The error if the database did not answer; undefined for other errors, which do not affect later
 * writes.
 */
function failureOf(error: unknown): DatabaseUnavailableError | undefined {
  return error instanceof DatabaseUnavailableError ? error : undefined;
}
