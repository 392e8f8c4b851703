import { expect, test } from 'vitest';
import { quarterAt } from '../../../src/site/roadmap/axis.ts';

test.each([
  ['the first day of a quarter', '2026-04-01', 0, 1],
  ['a day within', '2026-05-16', 0, 1 + 45 / 91],
  ['the end of the last day', '2026-03-31', 1, 1],
  ['a quarter with a leap day', '2028-02-29', 0, 8 + 59 / 91],
  ['the end of a year', '2026-12-31', 1, 4],
])('gives the position of %s', (_what, day, more, quarters) => {
  expect(quarterAt(day, more)).toBeCloseTo(2026 * 4 + quarters, 10);
});

test('gives ascending positions for days of any year', () => {
  const days = ['0001-01-01', '0099-12-31', '1900-02-28', '9999-12-31', '275760-10-01'];
  const places = days.map((day) => quarterAt(day));
  expect(places.every(Number.isFinite)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
