import { expect, test } from 'vitest';
import { dateView, dayOf, yearOf } from '../../../src/site/base/dates.ts';
import { siteWith } from '../site.ts';

const time = '2026-12-31T23:30:00.000Z';

test('tells the day and the year that it is in the zone of the site', () => {
  const berlin = siteWith({ timeZone: 'Europe/Berlin' });
  expect(dayOf(time, siteWith({}))).toBe('2026-12-31');
  expect(dayOf(time, berlin)).toBe('2027-01-01');
  expect(yearOf(time, berlin)).toBe('2027');
  expect(dateView(time, berlin)).toEqual({ iso: time, text: '1 January 2027' });
});

test.each(['0001-06-01', '0099-06-01', '0999-06-01', '9999-06-01'])(
  'writes the day %s so that programs take it for that day',
  (day) => {
    const iso = `${day}T12:00:00.000Z`;
    expect(dayOf(iso, siteWith({}))).toBe(day);
    expect(yearOf(iso, siteWith({}))).toBe(day.slice(0, 4));
  },
);
