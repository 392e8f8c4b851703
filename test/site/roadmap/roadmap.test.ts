import { expect, test } from 'vitest';
import { roadmap } from '../../../src/site/roadmap/roadmap.ts';
import { milestoneEntry } from '../../support/entries.ts';
import { siteContext, siteWith } from '../site.ts';

const canceled = { status: 'Dropped', stage: 'CANCELED' };
const shipped = { status: 'Shipped', stage: 'COMPLETED' };
const namesOf = (columns: { status: { name: string } }[]) =>
  columns.map(({ status }) => status.name);
const titlesOf = (cards: { title: string }[]) => cards.map(({ title }) => title);

test('has a column for each status, with or without cards', () => {
  const { columns } = roadmap([milestoneEntry('a', { status: null })], siteContext());
  expect(namesOf(columns)).toEqual(['Ideas', 'Doing', 'Shipped', 'Other']);
  expect(columns.map(({ cards }) => cards.length)).toEqual([0, 0, 0, 1]);
});

test('keeps canceled milestones out of the columns and the list, and shows them separately', () => {
  const milestones = [milestoneEntry('a', canceled), milestoneEntry('b', { status: 'Doing' })];
  const { columns, list, ...rest } = roadmap(milestones, siteContext());
  expect(namesOf(columns)).toEqual(['Ideas', 'Doing', 'Shipped']);
  expect(titlesOf(list)).toEqual(['Title of b']);
  expect(rest.canceled).toMatchObject([
    { status: { name: 'Dropped' }, cards: [{ title: 'Title of a' }] },
  ]);
  expect(rest.total).toBe(2);
});

test('shows no status of canceled work without milestones', () => {
  const site = siteContext();
  site.workspace.status_types.push({ title: 'Dropped', color: null, stage: 'CANCELED' });
  expect(roadmap([milestoneEntry('a')], site).canceled).toEqual([]);
});

test('lists the milestones of all columns by votes, then by their last move', () => {
  const moved = (n: number) => ({ updated_at: `2026-01-0${n}T00:00:00.000Z` });
  const milestones = [
    milestoneEntry('a', { status: 'Ideas', ...moved(2) }),
    milestoneEntry('b', { status: 'Doing', ...moved(3) }),
    milestoneEntry('c', { status: 'Shipped', ...moved(1), upvote_count: 7 }),
  ];
  const listed = (site = siteContext()) => titlesOf(roadmap(milestones, site).list);
  expect(listed()).toEqual(['c', 'b', 'a'].map((id) => `Title of ${id}`));
  const withoutVotes = siteWith({ show: { votes: false } });
  expect(listed(withoutVotes)).toEqual(['b', 'a', 'c'].map((id) => `Title of ${id}`));
});

test.each([
  ['nothing at all', [], false],
  ['only what is completed', [shipped], true],
  ['only what is completed or set aside', [shipped, canceled], true],
  ['something planned too', [shipped, { status: 'Soon', stage: 'PLANNED' }], false],
])('knows whether anything is open: %s', (_, overs, isNothingOpen) => {
  const milestones = overs.map((over, n) => milestoneEntry(`m-${n}`, over));
  expect(roadmap(milestones, siteContext()).isNothingOpen).toBe(isNothingOpen);
});

test('gives every column a unique key that is valid as an id', () => {
  const milestones = [
    milestoneEntry('a', { status: 'In “quotes” & <more>' }),
    milestoneEntry('b', canceled),
  ];
  const { columns, ...rest } = roadmap(milestones, siteContext());
  const keys = [...columns, ...rest.canceled].map(({ key }) => key);
  expect(keys.sort()).toEqual(['column-1', 'column-2', 'column-3', 'column-4', 'column-5']);
});
