import { expect, test } from 'vitest';
import { forEachYielding } from '../../../src/lib/time/for-each-yielding.ts';

test('does its work in order, and lets others have a turn', async () => {
  const done: number[] = [];
  let others = 0;
  const other = setInterval(() => {
    others += 1;
  }, 0);
  const items = Array.from({ length: 2_000 }, (_, index) => index);
  await forEachYielding(items, (item) => {
    // As long as a small file takes.
    const until = performance.now() + 0.01;
    while (performance.now() < until);
    done.push(item);
  });
  clearInterval(other);
  expect(done).toEqual(items);
  expect(others).toBeGreaterThan(0);
});
