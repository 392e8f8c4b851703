import type { Clock } from '../lib/clock.ts';

export interface Pacer extends AsyncDisposable {
  /** Asks for a run; wishes that come together, or during a run, cause one. */
  wish(): void;
}

export interface PacerOptions {
  clock: Clock;
  /** How long it has to be quiet before a run starts, in milliseconds. */
  quietMs: number;
  rebuild: (signal: AbortSignal) => Promise<void>;
  /** Told of a run that failed; the next wish tries again. */
  onError: (error: unknown) => void;
}

/** Gathers wishes into runs: one at a time, and exactly one more for what arrives during a run. */
export function createPacer({ clock, quietMs, rebuild, onError }: PacerOptions): Pacer {
  const stop = new AbortController();
  let wishes = 0;
  let working: Promise<void> | undefined;

  const work = async () => {
    while (wishes > 0 && !stop.signal.aborted) {
      await untilQuiet();
      if (stop.signal.aborted) break;
      wishes = 0;
      await rebuild(stop.signal).catch((error) => {
        if (!stop.signal.aborted) onError(error);
      });
    }
    working = undefined;
  };

  const untilQuiet = async () => {
    for (let before = -1; before !== wishes; ) {
      before = wishes;
      await clock.sleep(quietMs, stop.signal).catch(() => {});
    }
  };

  return {
    wish: () => {
      wishes += 1;
      working ??= work();
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await working;
    },
  };
}
