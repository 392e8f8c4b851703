import { expect, test } from 'vitest';
import {
  dateView,
  dayOf,
  isoOf,
  periodName,
  weekOf,
  yearOf,
} from '../../../src/site/base/dates.ts';
import { siteWith } from '../site.ts';

const time = '2026-12-31T23:30:00.000Z';

test('uses the day and the year in the time zone of the site', () => {
  const berlin = siteWith({ timeZone: 'Europe/Berlin' });
  expect(dayOf({ at: time }, siteWith({}))).toBe('2026-12-31');
  expect(dayOf({ at: time }, berlin)).toBe('2027-01-01');
  expect(yearOf({ at: time }, berlin)).toBe('2027');
  expect(dateView({ at: time }, berlin)).toEqual({ iso: time, text: '1 January 2027' });
});

test.each(['0001-06-01', '0099-06-01', '0999-06-01', '9999-06-01'])(
  'formats the day %s with a four-digit year',
  (day) => {
    const iso = `${day}T12:00:00.000Z`;
    expect(dayOf({ at: iso }, siteWith({}))).toBe(day);
    expect(yearOf({ at: iso }, siteWith({}))).toBe(day.slice(0, 4));
  },
);

test('shows the day that the source wrote, whatever the time zone', () => {
  const site = siteWith({ timeZone: 'Pacific/Auckland' });
  const release = { released_at: '2025-12-31T12:00:00.000Z', released_on: '2025-12-31' };
  expect(dateView(release, site)).toEqual({
    iso: release.released_at,
    text: '31 December 2025',
  });
  expect(dateView(release, site, 'shortDate').text).toBe('31 Dec 2025');
  expect(dayOf(release, site)).toBe('2025-12-31');
  expect(weekOf(release, site)).toBe('2025-12-29');
  expect(yearOf(release, site)).toBe('2025');
  expect(periodName(release, 'monthOfYear', site)).toBe('December 2025');
  expect(isoOf(release)).toBe('2025-12-31');
});
