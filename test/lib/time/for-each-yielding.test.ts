import { expect, test } from 'vitest';
import { forEachYielding } from '../../../src/lib/time/for-each-yielding.ts';

test('handles items in order, and yields to the event loop', async () => {
  const done: number[] = [];
  let others = 0;
  const other = setInterval(() => {
    others += 1;
  }, 0);
  const items = Array.from({ length: 2_000 }, (_, index) => index);
  await forEachYielding(items, (item) => {
    // Takes about as long as a small file.
    const until = performance.now() + 0.01;
    while (performance.now() < until);
    done.push(item);
  });
  clearInterval(other);
  expect(done).toEqual(items);
  expect(others).toBeGreaterThan(0);
});
