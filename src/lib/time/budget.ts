import type { Clock } from './clock.ts';

export type Budget = ReturnType<typeof createBudget>;

/** A time limit for one kind of work. Time counts only while such work is running. */
export function createBudget(seconds: number, clock: Clock) {
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
    /**
     * Runs `work`, whose signal aborts when time is up. If no time remains, returns undefined
     * without starting it.
     */
    spend: async <T>(work: (timeUp: AbortSignal) => Promise<T>) => {
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
