import { expect, test } from 'vitest';
import type { MilestoneEntry } from '../../../src/model/content/content.ts';
import { milestoneMoments, movedAt } from '../../../src/site/roadmap/milestone-dates.ts';
import { milestoneEntry } from '../../support/entries.ts';
import { siteContext, siteWith } from '../site.ts';

const day = (n: number, time = '00:00:00.000Z') => `2026-03-0${n}T${time}`;
const times = { created_at: day(1), started_at: day(2), ended_at: day(4), updated_at: day(5) };
const momentsOf = (over: Partial<MilestoneEntry>) =>
  milestoneMoments(milestoneEntry('a', over), siteContext());
const termsOf = (over: Partial<MilestoneEntry>) => momentsOf(over).map(({ term }) => term);

test('lists what happened in the order of time', () => {
  expect(momentsOf({ ...times, updated_at: day(3) })).toEqual([
    { term: 'Added', date: { iso: day(1), text: '1 March 2026' }, isLast: false },
    { term: 'Started', date: { iso: day(2), text: '2 March 2026' }, isLast: false },
    { term: 'Last changed', date: { iso: day(3), text: '3 March 2026' }, isLast: false },
    { term: 'Completed', date: { iso: day(4), text: '4 March 2026' }, isLast: true },
  ]);
});

test('calls a canceled milestone not planned instead of completed', () => {
  expect(termsOf({ ...times, stage: 'CANCELED' })).toContain('Not planned');
  expect(termsOf({ ...times, stage: 'CANCELED' })).not.toContain('Completed');
});

test('shows the last change only if it was on a different day', () => {
  expect(termsOf(times)).toEqual(['Added', 'Started', 'Completed', 'Last changed']);
  expect(termsOf({ ...times, updated_at: day(4, '23:59:00.000Z') })).toEqual([
    'Added',
    'Started',
    'Completed',
  ]);
});

test('shows no dates if the API has none', () => {
  expect(termsOf({ created_at: null })).toEqual([]);
});

test.each([
  [times, day(5)],
  [{ ...times, updated_at: null }, day(4)],
  [{ ...times, updated_at: null, ended_at: null }, day(2)],
  [{ created_at: day(1) }, day(1)],
  [{ created_at: null }, undefined],
])('movedAt() returns the last time that is known', (over, expected) => {
  expect(movedAt(milestoneEntry('a', over))?.at).toBe(expected);
});

test('shows the days that the source wrote', () => {
  const auckland = siteWith({ timeZone: 'Pacific/Auckland' });
  const milestone = milestoneEntry('a', {
    ...{ created_at: '2026-05-30T12:00:00.000Z', created_on: '2026-05-30' },
    ...{ started_at: '2026-05-31T12:00:00.000Z', started_on: '2026-05-31' },
    ...{ ended_at: '2026-06-30T12:00:00.000Z', ended_on: '2026-06-30', status: 'Shipped' },
    ...{ updated_at: '2026-07-31T12:00:00.000Z', updated_on: '2026-07-31' },
  });
  expect(milestoneMoments(milestone, auckland).map(({ date }) => date.text)).toEqual([
    ...['30 May 2026', '31 May 2026', '30 June 2026', '31 July 2026'],
  ]);
  expect(movedAt(milestone)?.on).toBe('2026-07-31');
});
