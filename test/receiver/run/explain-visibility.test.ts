import { expect, test } from 'vitest';
import { explainVisibility } from '../../../src/receiver/run/look-up-visibilities.ts';
import { releaseRow } from '../../support/rows.ts';
import { now } from '../../sync/run-sync.ts';

const clock = { now, timeZone: 'UTC' };
const standing = (over: Record<string, unknown>) =>
  explainVisibility({ kind: 'found', value: releaseRow('r-1', over) }, clock);
const tomorrow = new Date(now.getTime() + 86_400_000);

test('a release that is public by id is retried until a list shows it', () => {
  expect(standing({})).toEqual({
    kind: 'not-yet',
    why: expect.stringContaining('not in the list yet'),
  });
});

test('an invalid optional field does not hide that a release is private', () => {
  const over = { labels: [{ id: 7 }], updated_at: 'soon' };
  expect(standing({ ...over, is_public: false }).kind).toBe('not-public');
});

test.each([
  ['marked private', { is_public: false }, /not marked public/],
  ['without a mark', { is_public: null }, /not marked public/],
  ['a draft', { status: 'DRAFT' }, /not released/],
])('a release that is %s is not public', (_what, over, why) => {
  expect(standing(over)).toMatchObject({ kind: 'not-public', why });
});

test('a release that does not exist in the API is not public', () => {
  expect(explainVisibility({ kind: 'missing' }, clock)).toMatchObject({ kind: 'not-public' });
});

test('a scheduled release goes live at its time', () => {
  const scheduled = { status: 'SCHEDULED', released_at: null };
  expect(standing({ ...scheduled, scheduled_at: tomorrow.toISOString() })).toMatchObject({
    kind: 'not-yet',
    at: tomorrow,
  });
  const past = standing({ ...scheduled, scheduled_at: '2026-01-01T00:00:00.000Z' });
  expect(past).toEqual({ kind: 'not-yet', why: 'it is scheduled' });
});

test('a release scheduled for a date without a time goes live at midnight UTC', () => {
  const over = { status: 'SCHEDULED', released_at: null, scheduled_at: '2026-03-02' };
  expect(standing(over)).toMatchObject({ at: new Date('2026-03-02T00:00:00.000Z') });
});

test('a release scheduled for a time that does not sort as text is retried', () => {
  const scheduled_at = '9999-12-31T23:59:59-12:00';
  const scheduled = standing({ status: 'SCHEDULED', released_at: null, scheduled_at });
  expect(scheduled).toEqual({ kind: 'not-yet', why: 'it is scheduled' });
});

test('a release with a date in the future goes live at that date', () => {
  expect(standing({ released_at: tomorrow.toISOString() })).toMatchObject({
    kind: 'not-yet',
    at: tomorrow,
  });
});

test('a private scheduled release is not public, now or later', () => {
  const over = { status: 'SCHEDULED', is_public: false, scheduled_at: tomorrow.toISOString() };
  expect(standing(over).kind).toBe('not-public');
});

test.each([null, 'text', {}, { id: 'r-1', title: 5 }])(
  'an unreadable record is retried: %j',
  (value) => {
    expect(explainVisibility({ kind: 'found', value }, clock).kind).toBe('not-yet');
  },
);

test('a release of a later day is due when that day begins in the zone', () => {
  const value = releaseRow('r-1', {
    ...{ released_at: '2026-03-02T12:00:00.000Z', released_on: '2026-03-02' },
  });
  const inTokyo = { now, timeZone: 'Asia/Tokyo' };
  expect(explainVisibility({ kind: 'found', value }, inTokyo)).toMatchObject({
    ...{ kind: 'not-yet', at: new Date('2026-03-01T15:00:00.000Z') },
  });
});
