import type { Awaitable } from '../awaitable.ts';
import type { Clock } from './clock.ts';

export interface Alarm extends AsyncDisposable {
  /** Rings soon, whatever time was set. */
  wake(): void;
}

interface AlarmOptions {
  clock: Clock;
  /** Does what is due and returns the next due time, in milliseconds since 1970. */
  ring: () => Awaitable<number | undefined>;
  /** Takes what `ring` throws; the alarm rings again after a second. */
  onError: (error: unknown) => void;
}

/**
 * Longest sleep. A timer of 2³¹ ms fires at once, and a timer set before the machine slept or its
 * clock moved fires late. Waking each second is cheap and right in every case.
 */
const maxSleepMs = 1000;

/** Rings at once, whenever woken and at the times that `ring` returns, until disposed. */
export function createAlarm({ clock, ring, onError }: AlarmOptions): Alarm {
  let isStopped = false;
  let sleeper = new AbortController();
  const running = (async () => {
    while (!isStopped) {
      sleeper = new AbortController();
      const { signal } = sleeper;
      const ms = nextSleep();
      // Work that waits for nothing is over, and the sleep begun, before others have their turn.
      await clock.sleep(typeof ms === 'number' ? ms : await ms, signal).catch(() => {});
    }
  })();

  function nextSleep(): Awaitable<number> {
    const startedAt = clock.now().getTime();
    try {
      const next = ring();
      if (!(next instanceof Promise)) return untilNext(startedAt, next);
      return next.then((time) => untilNext(startedAt, time)).catch(failed);
    } catch (error) {
      return failed(error);
    }
  }

  /** Counts from the start of `ring`: what became due while it worked is not in its result. */
  function untilNext(startedAt: number, next = Number.POSITIVE_INFINITY): number {
    const ms = Math.min(startedAt + maxSleepMs, next) - clock.now().getTime();
    return Math.min(maxSleepMs, Math.max(0, ms));
  }

  function failed(error: unknown): number {
    onError(error);
    return maxSleepMs;
  }

  return {
    wake: () => sleeper.abort(),
    async [Symbol.asyncDispose]() {
      isStopped = true;
      sleeper.abort();
      await running;
    },
  };
}
