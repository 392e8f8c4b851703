import { setImmediate as turn } from 'node:timers/promises';
import type { Awaitable } from '../../lib/awaitable.ts';
import { DatabaseUnavailableError } from '../../lib/database/unavailable.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** Shorter than the pauses that a long work of another process makes. */
const gapMs = 5;

/** How long a write waits behind one that failed, and still has a try of its own. */
const maxWaitAfterFailureMs = 1000;

/** How long a write waits for its turn. */
const maxWaitMs = 2000;

/**
 * Does work that writes as soon as the database is free; reads go on meanwhile.
 * @param maxAhead how many writes may be ahead of it
 */
export type WriteQueue = <T>(work: () => Awaitable<T>, maxAhead?: number) => Promise<T>;

/** A write was refused before it began: too many were ahead of it, or the process is stopping. */
export class WriteRefusedError extends Error {
  override readonly name = 'WriteRefusedError';
}

/**
 * Writes one after the other: where another process holds the lock, the first in line looks again
 * and again and the others wait behind it, so that many who wait cost no more than one. The
 * connection itself must not wait (`waitMs: 0`), as that would hold up the whole process. Of a
 * database that does not answer, an attempt takes seconds: those who wait behind it fail with it.
 * The event loop takes a turn between two writes, as SQLite writes without waiting for anything.
 * @param timeoutMs how long a write waits for the lock
 * @param stopping once aborted, writes that have not begun are refused
 * @throws DatabaseUnavailableError when the lock is held for longer
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
    if (count > maxAhead) throw new WriteRefusedError('Too many writes wait already.');
    const since = clock.now().getTime();
    let hasBegun = false;
    const attempt = (failure: unknown) => {
      const waited = clock.now().getTime() - since;
      if (failure && waited >= maxWaitAfterFailureMs) throw failure;
      if (waited >= maxWaitMs) throw new WriteRefusedError('The writes before it took too long.');
      if (stopping?.aborted) throw new WriteRefusedError('The process is stopping.');
      hasBegun = true;
      return tryUntil(since + timeoutMs, work);
    };
    count += 1;
    const done = last.then(attempt);
    // A refusal takes no turn: where turns are long, those behind it would wait for one each.
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

/** Of a write that the database could not take; undefined where the write itself was wrong. */
function failureOf(error: unknown): DatabaseUnavailableError | undefined {
  return error instanceof DatabaseUnavailableError ? error : undefined;
}
