import { expect, test } from 'vitest';
import { ApiMilestone, ApiRelease } from '../../../src/model/api/rows.ts';
import { describeLater, isPublicRelease } from '../../../src/sync/read/gate.ts';
import { resources } from '../../../src/sync/read/resources.ts';
import { milestoneRow, releaseRow } from '../../support/rows.ts';

const now = new Date('2026-03-01T09:00:00.000Z');
const past = '2026-03-01T08:59:59.000Z';
const publicNow = (over: Record<string, unknown>) =>
  isPublicRelease(ApiRelease.parse(releaseRow('a', over)), { now, timeZone: 'UTC' });

// Every combination of field values; only the first value of each list makes a release public.
const statuses = ['RELEASED', 'DRAFT', 'SCHEDULED', 'released', '', null, undefined];
const flags = [true, false, null, undefined];
const times = [past, '2026-03-01T09:00:01.000Z', null, undefined];
const combinations = statuses.flatMap((status) =>
  flags.flatMap((is_public) => times.map((released_at) => ({ status, is_public, released_at }))),
);

test('shows a release that is released, public and dated', () => {
  expect(combinations.filter(publicNow)).toEqual([
    { status: 'RELEASED', is_public: true, released_at: past },
  ]);
});

test.each(combinations.slice(1))(
  'hides a release with status $status, is_public $is_public, released_at $released_at',
  (over) => {
    expect(publicNow(over)).toBe(false);
  },
);

test('shows a release from its exact release time on', () => {
  expect(publicNow({ released_at: now.toISOString() })).toBe(true);
});

test('compares times across time zones', () => {
  expect(publicNow({ released_at: '2026-03-01T10:30:00+02:00' })).toBe(true);
  expect(publicNow({ released_at: '2026-03-01T08:30:00-02:00' })).toBe(false);
});

test.each(flags)('only is_public decides whether a milestone is public (%s)', (is_public) => {
  const row = ApiMilestone.parse(milestoneRow('a', { is_public }));
  expect(resources.milestones.isPublic(row, { now, timeZone: 'UTC' })).toBe(is_public === true);
});

test('a release with a day is public from the start of that day in the zone', () => {
  const publicIn = (timeZone: string, over: Record<string, unknown>) =>
    isPublicRelease(ApiRelease.parse(releaseRow('a', over)), { now, timeZone });
  const today = { released_on: '2026-03-01', released_at: '2026-03-01T12:00:00.000Z' };
  const tomorrow = { released_on: '2026-03-02', released_at: past };
  expect(publicIn('UTC', today)).toBe(true);
  expect(publicIn('UTC', tomorrow)).toBe(false);
  expect(publicIn('Etc/GMT+10', today)).toBe(false);
  expect(publicIn('Pacific/Kiritimati', tomorrow)).toBe(false);
  const later = { now: new Date('2026-03-01T10:00:00.000Z'), timeZone: 'Pacific/Kiritimati' };
  expect(isPublicRelease(ApiRelease.parse(releaseRow('a', tomorrow)), later)).toBe(true);
  expect(publicIn('UTC', { ...today, released_at: null })).toBe(false);
});

test('only a release that its day alone keeps from being public has a later day', () => {
  const laterOf = (over: Record<string, unknown>, isOfApi = true) =>
    describeLater(ApiRelease.parse(releaseRow('a', { released_on: '2026-03-02', ...over })), {
      ...{ now, timeZone: 'UTC', isOfApi },
    });
  const later =
    'A release of the API is dated 2026-03-02: it appears with the first sync from the start of that day in UTC (timeZone in sources.yaml)';
  expect(combinations.map((over) => laterOf(over)).filter(Boolean)).toEqual([later, later]);
  expect(laterOf(combinations[0] ?? {})).toBe(later);
  expect(laterOf({ released_on: '2026-03-01' })).toBeUndefined();
  const moment = { released_on: undefined, released_at: '2026-03-02T00:00:00.000Z' };
  expect(laterOf(moment)).toBeUndefined();
  expect(laterOf({ ...moment, version: '2.0.0' }, false)).toMatch(
    /^2\.0\.0 is dated 2026-03-02T00:00:00\.000Z: it appears with the first sync after that time$/,
  );
});
