import { expect, test } from 'vitest';
import { statusGroups } from '../../../src/site/roadmap/status-groups.ts';
import { milestoneEntry } from '../../support/entries.ts';
import { siteContext, siteWith } from '../site.ts';

const titlesOf = (...args: Parameters<typeof statusGroups>) =>
  statusGroups(...args).map(({ title }) => title);

test('orders statuses by their stage', () => {
  expect(titlesOf([], siteContext())).toEqual(['Ideas', 'Doing', 'Shipped']);
});

test('puts an unknown stage last', () => {
  const site = siteContext();
  site.workspace.status_types.unshift({ title: 'Odd', color: null, stage: 'SOMETHING' });
  expect(titlesOf([], site)).toEqual(['Ideas', 'Doing', 'Shipped', 'Odd']);
});

test('puts statuses that are unknown to the workspace last', () => {
  const milestones = ['Zzz', 'Aaa', 'Doing'].map((status) => milestoneEntry(status, { status }));
  expect(titlesOf(milestones, siteContext())).toEqual(['Ideas', 'Doing', 'Shipped', 'Aaa', 'Zzz']);
});

test('keeps canceled milestones separate, even if others have the same status', () => {
  const milestones = [
    milestoneEntry('a', { status: 'Later', stage: 'CANCELED' }),
    milestoneEntry('b', { status: 'Later', stage: 'PLANNED' }),
  ];
  const later = statusGroups(milestones, siteContext()).filter(({ title }) => title === 'Later');
  expect(later.map((group) => [group.stage, group.milestones.map(({ id }) => id)])).toEqual([
    ['CANCELED', ['a']],
    ['', ['b']],
  ]);
});

test('shows every milestone once, even if two statuses have the same title', () => {
  const site = siteContext();
  site.workspace.status_types.push({ title: 'Doing', color: null, stage: 'IN_PROGRESS' });
  const statuses = ['Ideas', 'Doing', 'Doing', 'Shipped', 'Unknown', '', null];
  const milestones = statuses.map((status, n) => milestoneEntry(`m-${n}`, { status }));
  const shown = statusGroups(milestones, site).flatMap((group) => group.milestones);
  expect(shown.map(({ id }) => id).sort()).toEqual(milestones.map(({ id }) => id));
});

const milestones = [
  milestoneEntry('b', { status: 'Doing', upvote_count: 1, updated_at: '2026-01-02T00:00:00.000Z' }),
  milestoneEntry('c', { status: 'Doing', upvote_count: 9, updated_at: '2026-01-01T00:00:00.000Z' }),
  milestoneEntry('a', { status: 'Doing', upvote_count: 1, updated_at: '2026-01-02T00:00:00.000Z' }),
];

test('puts the most votes first, and orders ties by id', () => {
  const doing = statusGroups(milestones, siteContext())[1];
  expect(doing?.milestones.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});

test('puts the latest move first if the site shows no votes', () => {
  const doing = statusGroups(milestones, siteWith({ show: { votes: false } }))[1];
  expect(doing?.milestones.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});
