import { describe, expect, test } from 'vitest';
import { dayIn, noonOf, startOfDay } from '../../../../src/lib/time/days.ts';
import { ApiRelease } from '../../../../src/model/api/rows.ts';
import { emptyRows, type SourceRow, type SourceRows } from '../../../../src/sources/source.ts';
import { type Content, emptyContent } from '../../../../src/store/read/read-content.ts';
import { isPublicRelease } from '../../../../src/sync/read/gate.ts';
import { settleDates } from '../../../../src/sync/read/sources/settle-dates.ts';
import { days, zones } from '../../../site/zones-and-days.ts';
import { milestoneEntry, releaseEntry } from '../../../support/entries.ts';
import { milestoneRow, releaseRow } from '../../../support/rows.ts';

const day = '2026-06-15';
const source = (...releases: object[]): SourceRows => ({
  ...emptyRows(),
  releases: releases as SourceRow[],
});
const of = (id: string, released_on: string, timeZone = 'UTC', turn = 0, over = {}) => {
  const released_at = new Date(noonOf(released_on, timeZone).getTime() + turn).toISOString();
  return releaseRow(id, { released_at, released_on, updated_at: released_at, ...over });
};
const having = (...entries: Parameters<typeof releaseEntry>[]): Content => ({
  ...emptyContent(),
  releases: new Map(entries.map(([id, over]) => [id, releaseEntry(id, over)])),
});
const momentsOf = (rows: SourceRows, now: string, content = emptyContent(), timeZone = 'UTC') =>
  settleDates(rows, content, { now: new Date(now), timeZone }).releases.map(
    ({ released_at }) => released_at,
  );

describe.each(zones)('in %s', (timeZone) => {
  test('a release of today is public all day, and one of tomorrow is not', () => {
    for (const today of days) {
      const next = new Date(Date.parse(today) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
      const [start = 0, end = 0] = [today, next].map((one) => startOfDay(one, timeZone).getTime());
      const times = [start, start + 1, Number(noonOf(today, timeZone)), end - 1];
      for (const time of times) {
        const clock = { now: new Date(time), timeZone };
        const rows = source(of('a', today, timeZone), of('b', next, timeZone));
        const [a, b] = settleDates(rows, emptyContent(), clock).releases;
        expect([a, b].map((row) => isPublicRelease(ApiRelease.parse(row), clock))).toEqual([
          true,
          false,
        ]);
        const moment = Date.parse(String(a?.released_at));
        expect(moment).toBeLessThanOrEqual(time);
        expect(moment).toBeLessThanOrEqual(noonOf(today, timeZone).getTime());
        expect(dayIn(moment, timeZone)).toBe(today);
      }
      const before = { now: new Date(start - 1), timeZone };
      expect(isPublicRelease(ApiRelease.parse(of('a', today, timeZone)), before)).toBe(false);
    }
  });
});

test('a new release is never later than the sync, and keeps the order of its file', () => {
  const rows = source(of('a', day), of('b', day, 'UTC', 1), of('c', day, 'UTC', 2));
  expect(momentsOf(rows, '2026-06-15T09:00:00.000Z')).toEqual([
    ...['2026-06-15T08:59:59.998Z', '2026-06-15T08:59:59.999Z', '2026-06-15T09:00:00.000Z'],
  ]);
  expect(momentsOf(rows, '2026-06-15T15:00:00.000Z')).toEqual([
    ...['2026-06-15T12:00:00.000Z', '2026-06-15T12:00:00.001Z', '2026-06-15T12:00:00.002Z'],
  ]);
});

test('releases whose source gives the same moment get the same one', () => {
  expect(momentsOf(source(of('a', day), of('b', day)), '2026-06-15T09:00:00.000Z')).toEqual([
    ...['2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z'],
  ]);
});

test('an entry keeps its moment, and newer releases of the day are later', () => {
  const content = having(
    ['old', { released_at: '2026-06-15T12:00:00.000Z' }],
    ['early', { released_at: '2026-06-16T05:00:00.000Z', released_on: '2026-06-16' }],
  );
  const zone = 'Pacific/Auckland';
  const rows = source(
    of('old', day, zone),
    of('new', day, zone, 1),
    of('early', '2026-06-16', zone),
    of('next', '2026-06-16', zone, 1),
  );
  expect(momentsOf(rows, '2026-06-17T00:00:00.000Z', content, zone)).toEqual([
    ...['2026-06-15T12:00:00.000Z', '2026-06-15T12:00:00.001Z'],
    ...['2026-06-16T05:00:00.000Z', '2026-06-16T05:00:00.001Z'],
  ]);
});

test('an entry whose source gives another day gets another moment', () => {
  const content = having(['a', { released_at: '2026-06-15T09:00:00.000Z', released_on: day }]);
  const rows = source(of('a', '2026-06-14'));
  expect(momentsOf(rows, '2026-06-15T10:00:00.000Z', content)).toEqual([
    '2026-06-14T12:00:00.000Z',
  ]);
});

test('moments stay as they are, between days too', () => {
  const tagged = { released_on: undefined, released_at: '2026-06-15T07:00:00.000Z' };
  const rows = source(of('a', day, 'UTC', -6 * 3_600_000), releaseRow('tag', tagged), of('b', day));
  expect(momentsOf(rows, '2026-06-15T06:30:00.000Z')[1]).toBe(tagged.released_at);
});

test('a release that an older version dated by the day of its tag keeps that moment', () => {
  const rows = {
    ...source(
      releaseRow('a', { released_at: '2026-06-15T08:11:12.000Z' }),
      releaseRow('b', { released_at: '2026-06-16T08:11:12.000Z' }),
    ),
    tagged: new Set(['a', 'b']),
  };
  const content = having(['a', { released_at: '2026-06-15T12:00:00.000Z' }]);
  expect(momentsOf(rows, '2026-06-20T00:00:00.000Z', content)).toEqual([
    ...['2026-06-15T12:00:00.000Z', '2026-06-16T08:11:12.000Z'],
  ]);
});

test('a release that has lost its date keeps its moment and its day', () => {
  const rows = {
    ...source(releaseRow('a', { status: 'DRAFT', released_at: null })),
    undated: new Set(['a']),
  };
  const content = having(['a', { released_at: '2026-06-15T12:00:00.000Z', released_on: day }]);
  const clock = { now: new Date('2026-06-20'), timeZone: 'Asia/Tokyo' };
  expect(settleDates(rows, content, clock).releases).toMatchObject([
    { status: 'RELEASED', released_at: '2026-06-15T12:00:00.000Z', released_on: day },
  ]);
});

test('the day of a change becomes no later moment than the sync, and then stays', () => {
  const updated = { updated_at: '2026-06-15T12:00:00.000Z', updated_on: day };
  const clock = { now: new Date('2026-06-15T09:00:00.000Z'), timeZone: 'UTC' };
  const rows = source(of('a', '2026-06-01', 'UTC', 0, updated));
  const [first] = settleDates(rows, emptyContent(), clock).releases;
  expect(first).toMatchObject({ updated_at: '2026-06-15T09:00:00.000Z' });
  const content = having([
    'a',
    { released_at: '2026-06-01T12:00:00.000Z', updated_at: '2026-06-15T09:00:00.000Z' },
  ]);
  const later = { ...clock, now: new Date('2026-06-15T18:00:00.000Z') };
  expect(settleDates(rows, content, later).releases).toEqual([first]);
});

test('a milestone keeps the moments of its days', () => {
  const row = milestoneRow('m', {
    ...{ started_at: '2026-06-15T00:00:00.000Z', started_on: day },
    ...{ ended_at: '2026-06-30T00:00:00.000Z', ended_on: '2026-06-30' },
  }) as SourceRow;
  const known = milestoneEntry('m', {
    started_at: '2026-06-15T12:00:00.000Z',
    ended_at: '2026-06-20T12:00:00.000Z',
  });
  const content = { ...emptyContent(), milestones: new Map([['m', known]]) };
  const clock = { now: new Date('2026-07-01'), timeZone: 'Pacific/Auckland' };
  const { milestones } = settleDates({ ...emptyRows(), milestones: [row] }, content, clock);
  expect(milestones).toMatchObject([
    {
      ...{ started_at: '2026-06-15T12:00:00.000Z', started_on: day },
      ...{ ended_at: '2026-06-30T00:00:00.000Z', ended_on: '2026-06-30' },
    },
  ]);
});
