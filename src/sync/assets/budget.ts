import type { Clock } from '../../lib/time/clock.ts';

/** A time limit for one kind of work. Time counts only while such work is running. */
export interface Budget {
  readonly seconds: number;
  /**
   * Runs `work`, whose signal aborts when time is up. If no time remains, returns undefined without
   * starting it.
   */
  spend<T>(work: (timeUp: AbortSignal) => Promise<T>): Promise<T | undefined>;
}

export function createBudget(seconds: number, clock: Clock): Budget {
  const timeUp = new AbortController();
  let remainingMs = seconds * 1000;
  let [running, startedAt] = [0, 0];
  let timer = new AbortController();

  function begin(): void {
    running += 1;
    if (running > 1) return;
    startedAt = clock.now().getTime();
    timer = new AbortController();
    const timeOut = () => timeUp.abort(new DOMException('no time is left', 'TimeoutError'));
    clock.sleep(remainingMs, timer.signal).then(timeOut, () => {});
  }

  function end(): void {
    running -= 1;
    if (running > 0) return;
    timer.abort();
    remainingMs -= Math.max(0, clock.now().getTime() - startedAt);
  }

  return {
    seconds,
    spend: async (work) => {
      if (timeUp.signal.aborted || remainingMs <= 0) return undefined;
      begin();
      try {
        return await work(timeUp.signal);
      } finally {
        end();
      }
    },
  };
}
