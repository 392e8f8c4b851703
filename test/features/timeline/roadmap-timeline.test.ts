import { expect, test } from 'vitest';
import { roadmapTimeline } from '../../../src/features/timeline/roadmap-timeline.ts';
import { siteContext, siteWith } from '../../site/site.ts';
import { milestoneEntry } from '../../support/entries.ts';

const site = siteContext();
const spanning = (id: string, started_at: string | null, ended_at: string | null) =>
  milestoneEntry(id, { started_at, ended_at, status: ended_at ? 'Shipped' : 'Doing' });
const day = (date: string) => `${date}T12:00:00.000Z`;

test('shows milestones from their start to their end, by quarter', () => {
  const { quarters, rows } = roadmapTimeline(
    [
      spanning('b', day('2026-04-01'), day('2026-05-01')),
      spanning('a', day('2025-12-31'), day('2026-02-01')),
      spanning('open', day('2026-02-01'), null),
    ],
    site,
  );
  expect(quarters).toEqual(['Q4 2025', 'Q1 2026', 'Q2 2026']);
  expect(
    rows.map(({ card, before, during, after, words }) => [
      card.title,
      before,
      during,
      after,
      words,
    ]),
  ).toEqual([
    ['Title of a', 0, 2, 1, '31 December 2025 – 1 February 2026'],
    ['Title of open', 1, 2, 0, 'since 1 February 2026'],
    ['Title of b', 2, 1, 0, '1 April 2026 – 1 May 2026'],
  ]);
});

test('shows two years, and below them what was over before', () => {
  const { quarters, rows, earlier } = roadmapTimeline(
    [
      spanning('old', day('2020-01-01'), day('2021-01-01')),
      spanning('long', day('2020-01-01'), day('2026-01-01')),
      spanning('new', day('2026-01-01'), null),
    ],
    site,
  );
  expect([quarters.length, quarters[0], quarters.at(-1)]).toEqual([8, 'Q2 2024', 'Q1 2026']);
  expect(rows.map(({ before, during, after }) => [before, during, after])).toEqual([
    [0, 8, 0],
    [7, 1, 0],
  ]);
  expect(earlier.map(({ title }) => title)).toEqual(['Title of old']);
});

test('keeps apart what has not begun, and leaves out what was set aside', () => {
  const { quarters, rows, unbegun } = roadmapTimeline(
    [milestoneEntry('a'), milestoneEntry('b', { status: 'No', stage: 'CANCELED' })],
    site,
  );
  expect([quarters, rows, unbegun.map(({ title }) => title)]).toEqual([[], [], ['Title of a']]);
});

test.each([
  ['ended before it began', day('2026-05-01'), day('2026-01-01'), 'Q2 2026'],
  ['ended and never began', null, day('2026-05-01'), 'Q2 2026'],
  ['begins where the site’s day is another', '2026-03-31T23:30:00.000Z', null, 'Q2 2026'],
])('shows what %s', (_what, start, end, quarter) => {
  const berlin = siteWith({ timeZone: 'Europe/Berlin' });
  const { quarters, rows } = roadmapTimeline([spanning('a', start, end)], berlin);
  expect(quarters).toEqual([quarter]);
  expect(rows[0]).toMatchObject({ before: 0, during: 1, after: 0 });
});

test('bears any time that the API may give', () => {
  const odd = [
    spanning('far', '9999-12-31T23:59:59.999Z', null),
    spanning('bc', '-000400-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'),
  ];
  const { quarters, rows, earlier } = roadmapTimeline(odd, site);
  expect(quarters.length).toBeLessThanOrEqual(8);
  expect(rows.length + earlier.length).toBe(2);
});
