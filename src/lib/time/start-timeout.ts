import type { Clock } from './clock.ts';

/** A signal that aborts with `reason` after `ms` milliseconds, unless it is disposed of before. */
export function startTimeout(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  reason: unknown,
): Disposable & { signal: AbortSignal } {
  const [late, over] = [new AbortController(), new AbortController()];
  clock.sleep(ms, over.signal).then(
    () => late.abort(reason),
    () => {},
  );
  return { signal: late.signal, [Symbol.dispose]: () => over.abort() };
}
