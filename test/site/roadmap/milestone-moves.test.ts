import { expect, test } from 'vitest';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { milestoneMoments } from '../../../src/site/roadmap/milestone-dates.ts';
import { milestoneHistory } from '../../../src/site/roadmap/milestone-history.ts';
import {
  milestoneMoves,
  movesByMonth,
  moveView,
} from '../../../src/site/roadmap/milestone-moves.ts';
import { milestoneEntry } from '../../support/entries.ts';
import { siteContext, siteWith } from '../site.ts';

const site = siteContext();
const place = (status: string | null, stage = 'BACKLOG') => ({ status, stage });
const move = (milestone: string, at: string, from = place('Ideas'), to = place('Doing')) => ({
  milestone,
  at,
  from,
  to,
});
const one = milestoneEntry('a');

test('lists moves newest first, without those of missing milestones', () => {
  const log = [
    move('a', '2026-01-31T23:30:00.000Z'),
    move('gone', '2026-02-01T00:00:00.000Z'),
    move('a', '2026-02-02T00:00:00.000Z'),
  ];
  const found = milestoneMoves(log, [one]).map(({ at, milestone }) => [at, milestone.id]);
  expect(found).toEqual([
    ['2026-02-02T00:00:00.000Z', 'a'],
    ['2026-01-31T23:30:00.000Z', 'a'],
  ]);
});

test.each([
  [null, place('Doing'), 'Added to the roadmap'],
  [place('Ideas'), place('Doing'), 'From Ideas to Doing'],
  [
    place('Doing', 'PLANNED'),
    place('Doing', 'IN_PROGRESS'),
    'From Doing (planned) to Doing (in progress)',
  ],
  [place('Doing', 'ODD'), place('Doing', '__proto__'), 'From Doing (ODD) to Doing (__proto__)'],
  [place(null), place('Doing'), 'From Other to Doing'],
])('describes in words how a milestone moved (%j, %j)', (from, to, words) => {
  const told = { milestone: one, at: '2026-01-01T00:00:00.000Z', from, to };
  expect(moveView(told, site)).toMatchObject({
    words,
    title: 'Title of a',
    href: '/notes/roadmap/a/',
    status: { name: 'Doing', colour: expect.stringMatching(/^c-333333-/) },
  });
});

test('groups moves by month in the site’s time zone', () => {
  const berlin = siteWith(
    { locale: 'de', timeZone: 'Europe/Berlin' },
    { strings: stringsFor('de') },
  );
  const moves = milestoneMoves(
    [move('a', '2026-01-31T23:30:00.000Z'), move('a', '2026-01-01T00:00:00.000Z')],
    [one],
  );
  const months = movesByMonth(moves, berlin).map(({ id, name, items }) => [id, name, items.length]);
  expect(months).toEqual([
    ['2026-02', 'Februar 2026', 1],
    ['2026-01', 'Januar 2026', 1],
  ]);
});

test('shows a move in place of a start on the same day', () => {
  const milestone = milestoneEntry('a', { started_at: '2026-01-05T10:00:00.000Z' });
  const moves = milestoneMoves([move('a', '2026-01-05T10:00:00.000Z')], [milestone]);
  const views = moves.map((told) => moveView(told, site));
  const history = milestoneHistory(milestoneMoments(milestone, site), views, site.strings);
  expect(history.map(({ term, date, isLast }) => [term, date.text, isLast])).toEqual([
    ['Added', '1 January 2026', false],
    ['From Ideas to Doing', '5 January 2026', true],
  ]);
});

test('shows once that a milestone was added: when readers could first see it', () => {
  const milestone = milestoneEntry('a', { started_at: '2026-01-05T10:00:00.000Z' });
  const [from, to] = [null, place('Doing')];
  const told = { milestone, at: '2026-01-03T00:00:00.000Z', from, to };
  const moments = milestoneMoments(milestone, site);
  const history = milestoneHistory(moments, [moveView(told, site)], site.strings);
  expect(history.map(({ term, date }) => [term, date.text])).toEqual([
    ['Added to the roadmap', '3 January 2026'],
    ['Started', '5 January 2026'],
  ]);
  expect(milestoneHistory(moments, [], site.strings).map(({ term }) => term)).toEqual([
    'Added',
    'Started',
  ]);
});
