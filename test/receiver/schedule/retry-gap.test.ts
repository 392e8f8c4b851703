import { expect, test } from 'vitest';
import { retryGap } from '../../../src/receiver/schedule/run-schedule.ts';

test('gaps double from 5 seconds up to 10 minutes', () => {
  const gaps = Array.from({ length: 10 }, (_, n) => retryGap(n + 1, () => 0) / 1000);
  expect(gaps).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  expect(retryGap(5000, () => 0)).toBe(600_000);
});

test('jitter adds up to a fifth', () => {
  expect(retryGap(1, () => 0.5)).toBe(5500);
  expect(retryGap(99, () => 1)).toBe(720_000);
});
