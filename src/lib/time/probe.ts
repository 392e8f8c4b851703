import type { Clock } from './clock.ts';

export interface ProbeOptions<T> {
  /** Looks; the signal says that nobody waits for it any more. */
  look: (signal: AbortSignal) => T | Promise<T>;
  clock: Clock;
  /** How long a look may take, in milliseconds. */
  timeoutMs: number;
  /** How long what came of it is told to others who ask, in milliseconds. */
  cacheMs: number;
}

/** A look took longer than it may. */
export class ProbeTimeoutError extends Error {
  override readonly name = 'ProbeTimeoutError';
}

/**
 * Looks at something for all who ask: one look serves those who ask meanwhile, and for a while
 * after, whatever came of it. One that takes too long is given up, and the next who asks has
 * another made, so that nothing has to be healed here.
 * @throws ProbeTimeoutError and whatever a look throws
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
    // Set back, the clock would have it told for hours.
    return age >= 0 && age < cacheMs;
  }
}

async function lookWithin<T>({ look, clock, timeoutMs }: ProbeOptions<T>): Promise<T> {
  const over = new AbortController();
  const tooLate = clock.sleep(timeoutMs, over.signal).then(() => {
    throw new ProbeTimeoutError(`There was no answer within ${timeoutMs / 1000} s.`);
  });
  // Where the look was sooner, the sleep ends with the signal's reason, which nobody wants.
  tooLate.catch(() => {});
  try {
    return await Promise.race([look(over.signal), tooLate]);
  } finally {
    over.abort();
  }
}
