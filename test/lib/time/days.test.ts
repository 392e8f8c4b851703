import { expect, test } from 'vitest';
import { dayIn, hasBegun, isDay, noonOf, startOfDay } from '../../../src/lib/time/days.ts';

test.each([
  ['UTC', '2026-06-15', '2026-06-15T00:00:00.000Z', '2026-06-15T12:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T10:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T11:00:00.000Z'],
  ['Pacific/Auckland', '2026-06-15', '2026-06-14T12:00:00.000Z', '2026-06-15T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', '2025-12-31T22:00:00.000Z'],
  ['Etc/GMT+12', '2026-01-01', '2026-01-01T12:00:00.000Z', '2026-01-02T00:00:00.000Z'],
  ['Asia/Kathmandu', '2024-02-29', '2024-02-28T18:15:00.000Z', '2024-02-29T06:15:00.000Z'],
  // Clocks go from 23:59:59 to 01:00:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T09:00:00.000Z'],
])('in %s, %s begins at %s and has its noon at %s', (zone, day, start, noon) => {
  expect(startOfDay(day, zone).toISOString()).toBe(start);
  expect(noonOf(day, zone).toISOString()).toBe(noon);
  expect(hasBegun(day, new Date(start), zone)).toBe(true);
  expect(hasBegun(day, new Date(Date.parse(start) - 1), zone)).toBe(false);
});

test('keeps noons in years with four digits', () => {
  expect(noonOf('9999-12-31', 'Etc/GMT+12').toISOString()).toBe('9999-12-31T23:00:00.000Z');
  expect(noonOf('0001-01-01', 'Etc/GMT-14').toISOString()).toBe('0001-01-01T00:00:00.000Z');
  expect(dayIn(Date.parse('0999-06-01T12:00:00Z'), 'UTC')).toBe('0999-06-01');
});

test('knows which days exist', () => {
  expect(['2024-02-29', '2026-02-29', '2026-13-01', '2026-1-01', ''].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
