import { expect, test } from 'vitest';
import type { MilestoneEntry } from '../../../src/model/content/content.ts';
import { milestoneCard } from '../../../src/site/roadmap/milestone-card.ts';
import { milestoneEntry } from '../../support/entries.ts';
import { siteContext, siteWith } from '../site.ts';

const cardOf = (over: Partial<MilestoneEntry> = {}, site = siteContext()) =>
  milestoneCard(milestoneEntry('a', over), site);

test('shows a link, status, project, labels and votes', () => {
  const over = { number: 4, project: 'p-web', labels: ['l-speed'], upvote_count: 1, status: null };
  expect(cardOf(over)).toMatchObject({
    href: '/notes/roadmap/a/',
    number: '#4',
    title: 'Title of a',
    status: { name: 'Other', colour: 'c-none' },
    project: 'Web',
    labels: [{ name: 'Speed', colour: 'c-7c3aed-9a68ff' }],
    moreLabels: undefined,
    votes: '1 vote',
    facts: { project: 'web', labels: ['speed'], votes: 1 },
  });
});

test('ignores a project and a label that are not in the tables', () => {
  expect(cardOf({ project: 'x', labels: ['y'] })).toMatchObject({
    project: undefined,
    labels: [],
    number: undefined,
    facts: { project: undefined, labels: [] },
  });
});

test('shows the first of many labels, and how many more there are', () => {
  const table = Array.from({ length: 60 }, (_, n) => [`l-${n}`, label(n)] as const);
  const site = siteContext({ labels: new Map(table) });
  const card = cardOf({ labels: table.map(([id]) => id) }, site);
  expect(card.labels).toHaveLength(6);
  expect(card.moreLabels).toBe('and 54 more');
  expect(card.facts.labels).toHaveLength(60);
});

test('shows no votes of a source without votes', () => {
  expect(cardOf({ upvote_count: 0 }).votes).toBeUndefined();
});

test('has no votes, not even for sorting, if the site shows none', () => {
  const card = cardOf({ upvote_count: 7 }, siteWith({ show: { votes: false } }));
  expect(card).toMatchObject({ votes: undefined, facts: { votes: 0 } });
});

test.each([
  [{}, []],
  [{ progress: { done: 7, total: 12 } }, ['7 of 12 done']],
  [{ progress: { done: 1200, total: 12_000 } }, ['1,200 of 12,000 done']],
  [{ target_on: '2027-05-31' }, ['Target: May 2027']],
  [
    { progress: { done: 7, total: 12 }, target_on: '2027-05-01' },
    ['7 of 12 done', 'Target: May 2027'],
  ],
  // The status says it all.
  [{ progress: { done: 0, total: 9 } }, []],
  [{ stage: 'COMPLETED', progress: { done: 9, total: 10 } }, []],
  [{ stage: 'CANCELED', progress: { done: 9, total: 10 } }, []],
  // A target that was reached or given up is no target any more.
  [{ stage: 'COMPLETED', target_on: '2027-05-31' }, []],
  [{ stage: 'CANCELED', target_on: '2027-05-31' }, []],
])('with %j shows %j, in every time zone', (over, plan) => {
  for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    expect(cardOf({ status: null, ...over }, siteWith({ timeZone })).plan).toEqual(plan);
});

test('a target is no date of the milestone', () => {
  const over = { created_at: null, updated_at: null, target_on: '2027-05-31' };
  expect(cardOf(over)).toMatchObject({ date: undefined, facts: { moved: '' } });
});

test('shows the end of a milestone, or else its latest date', () => {
  const [created_at, started_at] = ['2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z'];
  const updated_at = '2026-02-01T00:00:00.000Z';
  const term = (over: Partial<MilestoneEntry>) => cardOf({ created_at, ...over }).date?.term;
  expect(term({ started_at, updated_at })).toBe('Last changed');
  expect(term({ started_at, updated_at: started_at })).toBe('Started');
  expect(term({ updated_at: created_at })).toBe('Added');
  const ended = { ended_at: started_at, updated_at };
  expect(term({ ...ended, stage: 'COMPLETED' })).toBe('Completed');
  expect(term({ ...ended, stage: 'CANCELED' })).toBe('Not planned');
});

test.each([
  ['Doing', 'PLANNED', true],
  ['Shipped', 'IN_PROGRESS', false],
  ['Unknown', 'COMPLETED', false],
  ['Unknown', 'CANCELED', false],
  ['Unknown', 'Unknown', true],
])(
  'is open or not by the stage of its status, or else by its own: %s, %s',
  (status, stage, isOpen) => {
    expect(cardOf({ status, stage }).isOpen).toBe(isOpen);
  },
);

function label(n: number) {
  return { id: `l-${n}`, slug: `label-${n}`, name: `Label ${n}`, color: null };
}
