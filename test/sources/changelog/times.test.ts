import { expect, test } from 'vitest';
import { assignTimes } from '../../../src/sources/changelog/convert-changelog.ts';

const written = (days: (string | undefined)[]) =>
  days.map((day) => (day === undefined ? undefined : { day }));

test('versions of the same day, or without a day, keep their order', () => {
  const days = ['2026-03-01', undefined, '2026-03-01', undefined, '2026-01-01', undefined];
  const times = assignTimes(written(days));
  expect(times.map((time) => time.slice(0, 10))).toEqual([
    ...['2026-03-01', '2026-03-01', '2026-03-01', '2026-01-01', '2026-01-01', '2026-01-01'],
  ]);
  expect(new Set(times).size).toBe(6);
  expect(times.toSorted().reverse()).toEqual(times);
});

test('a file with its oldest version first gets the same times as one with it last', () => {
  const days = written(['2026-03-01', '2026-03-01', undefined, '2026-01-01']);
  expect(assignTimes(days.toReversed())).toEqual(assignTimes(days).reverse());
});

test('without any day, all times are in 1970', () => {
  expect(assignTimes([undefined, undefined])).toEqual([
    ...['1970-01-01T12:00:00.001Z', '1970-01-01T12:00:00.000Z'],
  ]);
});

test('a day has its noon in the time zone', () => {
  const days = written(['2026-06-15', '1969-06-15', '1969-06-15']);
  expect(assignTimes(days, 'Pacific/Auckland')).toEqual([
    ...['2026-06-15T00:00:00.000Z', '1969-06-15T00:00:00.001Z', '1969-06-15T00:00:00.000Z'],
  ]);
});

test('days keep the order of the file beside tags of the same day, whose moments stay', () => {
  const [early, late] = ['2026-06-15T08:00:00.000Z', '2026-06-15T15:00:00.000Z'];
  const [day] = written(['2026-06-15']);
  expect(assignTimes([{ at: early }, day, day, { at: '2026-06-14T20:00:00.000Z' }])).toEqual([
    ...[early, '2026-06-15T07:59:59.999Z', '2026-06-15T07:59:59.998Z', '2026-06-14T20:00:00.000Z'],
  ]);
  expect(assignTimes([day, { at: late }, day])).toEqual([
    ...['2026-06-15T15:00:00.001Z', late, '2026-06-15T12:00:00.000Z'],
  ]);
});
