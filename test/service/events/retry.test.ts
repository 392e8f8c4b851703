import { expect, test } from 'vitest';
import { retryAt } from '../../../src/service/events/outbox.ts';

test('the nine delays between ten attempts grow', () => {
  const now = new Date(0);
  const gaps = Array.from({ length: 9 }, (_, n) => retryAt(n + 1, now, () => 0)?.getTime() ?? 0);
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  expect(new Set(gaps).size).toBe(9);
  expect(retryAt(10, now, () => 0)).toBeUndefined();
});

test('jitter adds up to a fifth to a delay', () => {
  const gap = (random: number) => retryAt(1, new Date(0), () => random)?.getTime();
  expect([gap(0), gap(0.5), gap(1)]).toEqual([5000, 5500, 6000]);
});
