import type { Awaitable } from '../awaitable.ts';
import type { Clock } from './clock.ts';

export type Alarm = ReturnType<typeof createAlarm>;

interface AlarmOptions {
  clock: Clock;
  /**
   * Does all work that is due. Returns the time at which the next work is due, in milliseconds
   * since 1970; undefined if there is none.
   */
  ring: () => Awaitable<number | undefined>;
  /** Called with each error that `ring` throws. A second later, the alarm rings again. */
  onError: (error: unknown) => void;
}

/**
 * Maximum sleep. Long timers are unreliable: a timer of 2³¹ ms fires at once, and a timer fires
 * late if the machine sleeps or its clock is changed. Waking every second is cheap.
 */
const maxSleepMs = 1000;

/**
 * Creates an alarm that rings at once, whenever it is woken, at the times that `ring` returns, and
 * at least every second. It stops when disposed.
 */
export function createAlarm({ clock, ring, onError }: AlarmOptions) {
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
    /** Makes the alarm ring now, regardless of the next due time. */
    wake: () => sleeper.abort(),
    async [Symbol.asyncDispose]() {
      isStopped = true;
      sleeper.abort();
      await running;
    },
  };
}
