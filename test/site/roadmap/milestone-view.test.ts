import { expect, test } from 'vitest';
import type { MilestoneEntry } from '../../../src/model/content/content.ts';
import { milestoneView } from '../../../src/site/roadmap/milestone-view.ts';
import { milestoneEntry } from '../../support/entries.ts';
import { siteContext } from '../site.ts';

const viewOf = (over: Partial<MilestoneEntry> = {}, site = siteContext()) =>
  milestoneView(milestoneEntry('a', over), site);

test('shows its whole history', () => {
  const started_at = '2026-02-01T00:00:00.000Z';
  const terms = viewOf({ started_at }).dates.map(({ term }) => term);
  expect(terms).toEqual(['Added', 'Started']);
});

test('shows every label, however many', () => {
  const ids = Array.from({ length: 60 }, (_, n) => `l-${n}`);
  const labels = new Map(ids.map((id) => [id, { id, slug: id, name: id, color: null }]));
  const view = viewOf({ labels: ids }, siteContext({ labels }));
  expect(view.labels).toHaveLength(60);
  expect(view.moreLabels).toBeUndefined();
});

test('shows a status in its colour, and an unknown one without', () => {
  const statusOf = (status: string | null) => viewOf({ status }).status;
  expect(statusOf('Doing')).toEqual({ name: 'Doing', colour: 'c-333333-878787' });
  expect(statusOf('Whatever')).toEqual({ name: 'Whatever', colour: 'c-none' });
  expect(statusOf(null)).toEqual({ name: 'Other', colour: 'c-none' });
});

test.each([
  ['Ideas', 'PLANNED', 'An idea under consideration, not a promise.'],
  ['Doing', 'IN_PROGRESS', 'Being worked on.'],
  ['Whatever', 'PLANNED', 'Decided, but not started.'],
  ['Whatever', 'toString', undefined],
])('explains a status by its stage: %s, %s', (status, stage, meaning) => {
  expect(viewOf({ status, stage }).meaning).toBe(meaning);
});

test('inserts mirrored pictures', () => {
  const body = '<img src="waymark-asset:abc.png" alt="">';
  expect(viewOf({ body }).html).toBe('<img src="/notes/assets/abc.png" alt="">');
});
