import { expect, test } from 'vitest';
import { dateView, dayOf, yearOf } from '../../../src/site/base/dates.ts';
import { siteWith } from '../site.ts';

const time = '2026-12-31T23:30:00.000Z';

test('uses the day and the year in the time zone of the site', () => {
  const berlin = siteWith({ timeZone: 'Europe/Berlin' });
  expect(dayOf(time, siteWith({}))).toBe('2026-12-31');
  expect(dayOf(time, berlin)).toBe('2027-01-01');
  expect(yearOf(time, berlin)).toBe('2027');
  expect(dateView(time, berlin)).toEqual({ iso: time, text: '1 January 2027' });
});

test.each(['0001-06-01', '0099-06-01', '0999-06-01', '9999-06-01'])(
  'formats the day %s with a four-digit year',
  (day) => {
    const iso = `${day}T12:00:00.000Z`;
    expect(dayOf(iso, siteWith({}))).toBe(day);
    expect(yearOf(iso, siteWith({}))).toBe(day.slice(0, 4));
  },
);
