import type { Awaitable } from '../awaitable.ts';
import type { Clock } from './clock.ts';

export interface Alarm extends AsyncDisposable {
  /** Rings soon, whatever time was set. */
  wake(): void;
}

interface AlarmOptions {
  clock: Clock;
  /** Does all work that is due, and returns the next due time in milliseconds since 1970. */
  ring: () => Awaitable<number | undefined>;
  /** Called with errors of `ring`; the alarm rings again after a second. */
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
      await clock.sleep(await nextSleep(), signal).catch(() => {});
    }
  })();

  async function nextSleep(): Promise<number> {
    // Counts from the start of `ring`, because its result ignores work that became due meanwhile.
    const startedAt = clock.now().getTime();
    try {
      const next = (await ring()) ?? Number.POSITIVE_INFINITY;
      const ms = Math.min(startedAt + maxSleepMs, next) - clock.now().getTime();
      return Math.min(maxSleepMs, Math.max(0, ms));
    } catch (error) {
      onError(error);
      return maxSleepMs;
    }
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
