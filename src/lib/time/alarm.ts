import type { Awaitable } from '../awaitable.ts';
import type { Clock } from './clock.ts';

export interface Alarm extends AsyncDisposable {
  /** Rings now, regardless of the next due time. */
  wake(): void;
}

interface AlarmOptions {
  clock: Clock;
  /** Does all work that is due. Returns the next due time in milliseconds since 1970, if any. */
  ring: () => Awaitable<number | undefined>;
  /** Called with errors of `ring`. The alarm rings again after a second. */
  onError: (error: unknown) => void;
}

/**
 * Maximum sleep. Long timers are unreliable: one of 2³¹ ms fires at once, and one that was set
 * before the machine slept or its clock changed fires late. Waking every second is cheap.
 */
const maxSleepMs = 1000;

/**
 * Creates an alarm that rings at once, whenever it is woken, and at the times that `ring` returns.
 * It stops when disposed.
 */
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
    // Sleep is counted from the start of `ring`, because `ring` may miss work that became due while
    // it ran.
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
