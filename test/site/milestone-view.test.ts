import { expect, test } from 'vitest';
import { milestoneCard, milestoneView } from '../../src/site/milestone-view.ts';
import { milestoneEntry } from '../store/entries.ts';
import { siteContext } from './site.ts';

const times = {
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-02-01T00:00:00.000Z',
  ended_at: '2026-03-01T00:00:00.000Z',
};
const termsOf = ({ dates }: { dates: { term: string }[] }) => dates.map(({ term }) => term);

test('shows on a card what a reader needs to choose', () => {
  const over = { number: 4, project: 'p-web', labels: ['l-speed'], upvote_count: 1 };
  expect(milestoneCard(milestoneEntry('a', over), siteContext())).toEqual({
    href: '/notes/roadmap/a/',
    number: '#4',
    title: 'Title of a',
    project: 'Web',
    labels: [{ name: 'Speed', colour: 'c-7c3aed-9a68ff', href: '/notes/labels/speed/' }],
    votes: '1 vote',
    dates: [],
  });
});

test('passes over a project and a label that are not in the tables', () => {
  const card = milestoneCard(milestoneEntry('a', { project: 'x', labels: ['y'] }), siteContext());
  expect(card).toMatchObject({ project: undefined, labels: [], number: undefined });
});

test('leaves the day it was added to its own page', () => {
  const entry = milestoneEntry('a', times);
  expect(termsOf(milestoneCard(entry, siteContext()))).toEqual(['Started', 'Completed']);
  expect(termsOf(milestoneView(entry, siteContext()))).toEqual(['Added', 'Started', 'Completed']);
});

test('calls what was canceled set aside, not completed', () => {
  const entry = milestoneEntry('a', { ...times, stage: 'CANCELED' });
  expect(termsOf(milestoneCard(entry, siteContext()))).toEqual(['Started', 'Set aside']);
});

test('shows a status in its colour, known or not', () => {
  const statusOf = (status: string | null) =>
    milestoneView(milestoneEntry('a', { status }), siteContext()).status;
  expect(statusOf('Doing')).toEqual({ name: 'Doing', colour: 'c-333333-878787' });
  expect(statusOf('Whatever')).toEqual({ name: 'Whatever', colour: 'c-none' });
  expect(statusOf(null)).toEqual({ name: 'Other', colour: 'c-none' });
});
