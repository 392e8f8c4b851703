import { expect } from 'vitest';

/** An expectation of what comes about by itself: looked at until it holds, on a busy machine too. */
export function eventually<T>(look: () => T) {
  return expect.poll(look, { interval: 5, timeout: 20_000 });
}
