import type { Clock } from '../../lib/time/clock.ts';

/** Time for work of one kind, which runs only while some of that is under way. */
export interface Budget {
  readonly seconds: number;
  /**
   * Does some work, which is told by the signal when the time is over; gives undefined, and begins
   * nothing, where no time is left.
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
