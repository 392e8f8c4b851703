import { type Awaitable, andThen } from '../and-then.ts';
import type { Clock } from './clock.ts';

export interface Alarm extends AsyncDisposable {
  /** Rings soon, whatever time was set: something changed. */
  wake(): void;
}

interface AlarmOptions {
  clock: Clock;
  /** Does what is due and gives the time, in milliseconds since 1970, at which more will be. */
  ring: () => Awaitable<number | undefined>;
  /** Told of what `ring` throws; it is rung again after a second. */
  onError: (error: unknown) => void;
}

/**
 * The longest sleep. A timer of 2³¹ ms fires at once, and one set before the machine slept or its
 * clock was moved fires late: looking again each second is cheap, and right in every case.
 */
const longestSleep = 1000;

/** Rings at once, whenever woken and at the times its work asks for, until disposed. */
export function createAlarm({ clock, ring, onError }: AlarmOptions): Alarm {
  let stopped = false;
  let sleeper = new AbortController();
  const running = (async () => {
    while (!stopped) {
      sleeper = new AbortController();
      const { signal } = sleeper;
      const ms = nextSleep();
      await clock.sleep(typeof ms === 'number' ? ms : await ms, signal).catch(() => {});
    }
  })();

  function nextSleep(): Awaitable<number> {
    const begun = clock.now().getTime();
    try {
      const ms = andThen(ring(), (next) => untilNext(begun, next));
      return typeof ms === 'number' ? ms : ms.catch(failed);
    } catch (error) {
      return failed(error);
    }
  }

  /** Counted from when it began to look: what fell due meanwhile was not seen. */
  function untilNext(begun: number, next = Number.POSITIVE_INFINITY): number {
    const ms = Math.min(begun + longestSleep, next) - clock.now().getTime();
    return Math.min(longestSleep, Math.max(0, ms));
  }

  function failed(error: unknown): number {
    onError(error);
    return longestSleep;
  }

  return {
    wake: () => sleeper.abort(),
    async [Symbol.asyncDispose]() {
      stopped = true;
      sleeper.abort();
      await running;
    },
  };
}
