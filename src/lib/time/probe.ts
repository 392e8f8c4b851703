import type { Clock } from './clock.ts';

export interface ProbeOptions<T> {
  /**
   * Runs the probe.
   * @param signal aborts when the probe has ended or timed out
   */
  look: (signal: AbortSignal) => T | Promise<T>;
  clock: Clock;
  timeoutMs: number;
  /** How long a result is reused, in milliseconds. */
  cacheMs: number;
}

export class ProbeTimeoutError extends Error {
  override readonly name = 'ProbeTimeoutError';
}

/**
 * Creates a probe. Concurrent callers share one run, and its result is reused for `cacheMs`.
 * @throws ProbeTimeoutError, and any error of `look`
 */
export function createProbe<T>(options: ProbeOptions<T>): () => Promise<T> {
  const { clock, cacheMs } = options;
  let latest: { answer: Promise<T>; endedAt: number | undefined } | undefined;
  return () => {
    if (latest && isFresh(latest.endedAt)) return latest.answer;
    const look: typeof latest = { answer: lookWithin(options), endedAt: undefined };
    const end = () => {
      look.endedAt = clock.now().getTime();
    };
    look.answer.then(end, end);
    latest = look;
    return look.answer;
  };

  function isFresh(endedAt: number | undefined): boolean {
    if (endedAt === undefined) return true;
    const age = clock.now().getTime() - endedAt;
    // A negative age means that the clock was set back. Without this check, the result could be
    // reused for hours.
    return age >= 0 && age < cacheMs;
  }
}

async function lookWithin<T>({ look, clock, timeoutMs }: ProbeOptions<T>): Promise<T> {
  const over = new AbortController();
  const tooLate = clock.sleep(timeoutMs, over.signal).then(() => {
    throw new ProbeTimeoutError(`No answer within ${timeoutMs / 1000} s.`);
  });
  // Without this handler, aborting the sleep would cause an unhandled rejection.
  tooLate.catch(() => {});
  try {
    return await Promise.race([look(over.signal), tooLate]);
  } finally {
    over.abort();
  }
}
