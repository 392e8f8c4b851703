import { expect, test } from 'vitest';
import { roadmapColumns } from '../../src/site/roadmap.ts';
import { milestoneEntry } from '../store/entries.ts';
import { siteContext } from './site.ts';

const namesOf = (...args: Parameters<typeof roadmapColumns>) =>
  roadmapColumns(...args).map(({ status }) => status.name);

test('orders columns by the stage of their status', () => {
  expect(namesOf([], siteContext())).toEqual(['Ideas', 'Doing', 'Shipped']);
});

test('puts a stage that nobody knows last', () => {
  const site = siteContext();
  site.workspace.status_types.unshift({ title: 'Odd', color: null, stage: 'SOMETHING' });
  expect(namesOf([], site)).toEqual(['Ideas', 'Doing', 'Shipped', 'Odd']);
});

test('puts statuses that the workspace does not know behind all others', () => {
  const milestones = ['Zzz', 'Aaa', 'Doing'].map((status) => milestoneEntry(status, { status }));
  expect(namesOf(milestones, siteContext())).toEqual(['Ideas', 'Doing', 'Shipped', 'Aaa', 'Zzz']);
});

test('shows milestones without a status too', () => {
  const columns = roadmapColumns([milestoneEntry('a', { status: null })], siteContext());
  expect(columns.at(-1)).toMatchObject({
    status: { name: 'Other', colour: 'c-none' },
    cards: [{ title: 'Title of a' }],
  });
});

test('shows every milestone once', () => {
  const statuses = ['Ideas', 'Doing', 'Doing', 'Shipped', 'Unknown', null];
  const milestones = statuses.map((status, n) => milestoneEntry(`m-${n}`, { status }));
  const cards = roadmapColumns(milestones, siteContext()).flatMap((column) => column.cards);
  expect(cards.map(({ href }) => href).sort()).toEqual(
    milestones.map(({ slug }) => `/notes/roadmap/${slug}/`),
  );
});

test('puts the most wanted first, and orders ties by id', () => {
  const milestones = [
    milestoneEntry('b', { status: 'Doing', upvote_count: 1 }),
    milestoneEntry('c', { status: 'Doing', upvote_count: 9 }),
    milestoneEntry('a', { status: 'Doing', upvote_count: 1 }),
  ];
  const doing = roadmapColumns(milestones, siteContext())[1];
  expect(doing?.cards.map(({ title }) => title)).toEqual(
    ['c', 'a', 'b'].map((id) => `Title of ${id}`),
  );
});

test('gives every column a key of its own, fit for an id', () => {
  const milestones = [milestoneEntry('a', { status: 'In “quotes” & <more>' })];
  const keys = roadmapColumns(milestones, siteContext()).map(({ key }) => key);
  expect(keys).toEqual(['column-1', 'column-2', 'column-3', 'column-4']);
});
