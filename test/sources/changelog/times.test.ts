import { expect, test } from 'vitest';
import { assignTimes } from '../../../src/sources/changelog/convert-changelog.ts';

test('versions of the same day, or without a day, keep their order', () => {
  const days = ['2026-03-01', undefined, '2026-03-01', undefined, '2026-01-01', undefined];
  const times = assignTimes(days);
  expect(times.map((time) => time.slice(0, 10))).toEqual([
    ...['2026-03-01', '2026-03-01', '2026-03-01', '2026-01-01', '2026-01-01', '2026-01-01'],
  ]);
  expect(new Set(times).size).toBe(6);
  expect(times.toSorted().reverse()).toEqual(times);
});

test('a file with its oldest version first gets the same times as one with it last', () => {
  const days = ['2026-03-01', '2026-03-01', undefined, '2026-01-01'];
  expect(assignTimes(days.toReversed())).toEqual(assignTimes(days).reverse());
});

test('without any day, all times are in 1970', () => {
  expect(assignTimes([undefined, undefined])).toEqual([
    ...['1970-01-01T12:00:00.001Z', '1970-01-01T12:00:00.000Z'],
  ]);
});
