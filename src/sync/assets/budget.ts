import type { Clock } from '../../lib/time/clock.ts';

/** A time limit for one kind of work; it counts only while such work is running. */
export interface Budget {
  readonly seconds: number;
  /**
   * Runs `work`, whose signal aborts when time is up. Returns undefined without starting it if no
   * time is left.
   */
  spend<T>(work: (over: AbortSignal) => Promise<T>): Promise<T | undefined>;
}

export function createBudget(seconds: number, clock: Clock): Budget {
  const over = new AbortController();
  let left = seconds * 1000;
  let [running, since] = [0, 0];
  let timer = new AbortController();

  function begin(): void {
    running += 1;
    if (running > 1) return;
    since = clock.now().getTime();
    timer = new AbortController();
    const timeOut = () => over.abort(new DOMException('no time is left', 'TimeoutError'));
    clock.sleep(left, timer.signal).then(timeOut, () => {});
  }

  function end(): void {
    running -= 1;
    if (running > 0) return;
    timer.abort();
    left -= Math.max(0, clock.now().getTime() - since);
  }

  return {
    seconds,
    spend: async (work) => {
      if (over.signal.aborted || left <= 0) return undefined;
      begin();
      try {
        return await work(over.signal);
      } finally {
        end();
      }
    },
  };
}
