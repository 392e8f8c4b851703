import { expect } from 'vitest';

/** Repeats an expectation until it holds; the timeout is long enough for a busy machine. */
export function eventually<T>(look: () => T) {
  return expect.poll(look, { interval: 5, timeout: 20_000 });
}
