import { expect, test } from 'vitest';
import { roadmapTimeline } from '../../../src/features/timeline/roadmap-timeline.ts';
import { siteContext, siteWith } from '../../site/site.ts';
import { milestoneEntry } from '../../support/entries.ts';

const site = siteContext();
const spanning = (id: string, started_at: string | null, ended_at: string | null) =>
  milestoneEntry(id, { started_at, ended_at, status: ended_at ? 'Shipped' : 'Doing' });
const day = (date: string) => `${date}T12:00:00.000Z`;
const month = '2026-05';

test('shows open milestones, then completed ones, each from its start to its end day', () => {
  const { quarters, first, open, finished } = roadmapTimeline(
    [
      spanning('b', day('2026-04-01'), day('2026-05-15')),
      spanning('a', day('2025-12-31'), day('2026-03-31')),
      spanning('open', day('2026-02-15'), null),
      milestoneEntry('planned end', {
        ...{ started_at: day('2026-01-01'), ended_at: day('2026-06-30'), status: 'Doing' },
      }),
    ],
    month,
    site,
  );
  expect([quarters, first]).toEqual([['Q4 2025', 'Q1 2026', 'Q2 2026'], 2025 * 4 + 3]);
  const rows = [open, finished].map((some) =>
    some.map(({ card, bar }) => [card.title, bar.from, bar.to, bar.words]),
  );
  const part = (quarter: number) => Math.round((10_000 * quarter) / 3) / 100;
  expect(rows).toEqual([
    [
      ['Title of open', part(1 + 45 / 90), 100, 'since 15 February 2026'],
      ['Title of planned end', part(1), 100, '1 January 2026 – 30 June 2026'],
    ],
    [
      ['Title of b', part(2), part(2 + 45 / 91), '1 April 2026 – 15 May 2026'],
      ['Title of a', part(91 / 92), part(2), '31 December 2025 – 31 March 2026'],
    ],
  ]);
  expect(open.map(({ bar }) => bar.isOngoing)).toEqual([true, false]);
});

test('shows two years, and lists separately what ended earlier', () => {
  const { quarters, open, finished, earlier } = roadmapTimeline(
    [
      spanning('old', day('2020-01-01'), day('2021-01-01')),
      spanning('long', day('2020-01-01'), day('2025-12-31')),
      spanning('new', day('2026-01-01'), null),
    ],
    '2026-02',
    site,
  );
  expect([quarters.length, quarters[0], quarters.at(-1)]).toEqual([8, 'Q2 2024', 'Q1 2026']);
  const bars = [...open, ...finished].map(({ bar }) => [bar.from, bar.to]);
  expect(bars).toEqual([
    [87.5, 100],
    [0, 87.5],
  ]);
  expect(earlier.map(({ title }) => title)).toEqual(['Title of old']);
});

test('lists milestones without dates separately, and omits canceled ones', () => {
  const { quarters, open, finished, earlier, undated } = roadmapTimeline(
    [
      milestoneEntry('a'),
      milestoneEntry('b', { status: 'No', stage: 'CANCELED' }),
      milestoneEntry('c', { status: 'Shipped' }),
    ],
    month,
    site,
  );
  expect([quarters, open, finished]).toEqual([[], [], []]);
  expect(undated.map(({ card }) => card.title)).toEqual(['Title of a']);
  expect(earlier.map(({ title }) => title)).toEqual(['Title of c']);
});

test.each([
  ['ended before it began', day('2026-05-01'), day('2026-01-01'), 'Q2 2026'],
  ['ended and never began', null, day('2026-05-01'), 'Q2 2026'],
  ['begins where the site’s day is another', '2026-03-31T23:30:00.000Z', null, 'Q2 2026'],
])('shows a milestone that %s', (_what, start, end, quarter) => {
  const berlin = siteWith({ timeZone: 'Europe/Berlin' });
  const { quarters, open, finished } = roadmapTimeline([spanning('a', start, end)], month, berlin);
  expect(quarters).toEqual([quarter]);
  const [{ from, to } = { from: 0, to: 0 }, ...others] = [...open, ...finished].map(
    ({ bar }) => bar,
  );
  expect(others).toEqual([]);
  expect(0 <= from && from < to && to <= 100).toBe(true);
});

test('handles the extreme dates that the API allows', () => {
  const odd = [
    spanning('far', '9999-12-31T23:59:59.999Z', null),
    spanning('bc', '-000400-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'),
  ];
  const { quarters, open, finished, earlier } = roadmapTimeline(odd, month, site);
  expect(quarters.length).toBeLessThanOrEqual(8);
  const bars = [...open, ...finished];
  expect(bars.length + earlier.length).toBe(2);
  for (const { bar } of bars)
    expect(0 <= bar.from && bar.from < bar.to && bar.to <= 100).toBe(true);
});

test('places a milestone by the days that its source wrote', () => {
  const milestone = milestoneEntry('a', {
    ...{ created_at: null, started_at: day('2026-03-31'), started_on: '2026-03-31' },
    ...{ ended_at: day('2026-06-30'), ended_on: '2026-06-30', status: 'Shipped' },
  });
  const timeline = roadmapTimeline([milestone], month, siteWith({ timeZone: 'Pacific/Auckland' }));
  expect(timeline.quarters).toEqual(['Q1 2026', 'Q2 2026']);
  expect(timeline.finished.map(({ bar }) => bar.words)).toEqual(['31 March 2026 – 30 June 2026']);
});

test('the axis reaches the month of the build, whatever its milestones are', () => {
  const quartersOf = (...some: Parameters<typeof spanning>[]) =>
    roadmapTimeline(
      some.map((one) => spanning(...one)),
      month,
      site,
    ).quarters;
  const recent = quartersOf(['a', day('2025-12-01'), day('2026-01-15')]);
  expect(recent).toEqual(['Q4 2025', 'Q1 2026', 'Q2 2026']);
  expect(quartersOf(['a', day('2026-10-01'), null])).toEqual(['Q2 2026', 'Q3 2026', 'Q4 2026']);
  const far = quartersOf(['a', day('2020-01-01'), day('2030-01-01')]);
  expect([far.length, far.at(-1)]).toEqual([8, 'Q1 2027']);
  expect(quartersOf(['a', day('2020-01-01'), day('2020-02-01')])).toEqual(['Q1 2020']);
});

test('open milestones in progress are first, then those that started last', () => {
  const doing = ['2026-01-01', '2026-03-01'].map((date) => spanning(date, day(date), null));
  const ideas = ['2026-02-01', '2026-04-01'].map((date) =>
    milestoneEntry(date, { started_at: day(date), status: 'Ideas' }),
  );
  const { open } = roadmapTimeline([...ideas, ...doing], month, site);
  expect(open.map(({ card }) => card.title)).toEqual([
    'Title of 2026-03-01',
    'Title of 2026-01-01',
    'Title of 2026-04-01',
    'Title of 2026-02-01',
  ]);
});

test('a milestone with a target is in its month, behind those that have begun, the next one first', () => {
  const aimed = (id: string, target_on: string, status = 'Ideas') =>
    milestoneEntry(id, { target_on, status });
  const { quarters, open, undated } = roadmapTimeline(
    [
      aimed('later', '2026-08-31'),
      aimed('far', '2030-01-31'),
      aimed('late', '2026-02-28', 'Doing'),
      aimed('next', '2026-06-15'),
      milestoneEntry('begun', { started_at: day('2026-04-01'), status: 'Ideas' }),
    ],
    month,
    site,
  );
  expect([quarters.length, quarters[0], quarters.at(-1)]).toEqual([5, 'Q1 2026', 'Q1 2027']);
  const part = (quarter: number) => Math.round((10_000 * quarter) / 5) / 100;
  expect(open.map(({ card, bar }) => [card.title, bar.from, bar.to, bar.words])).toEqual([
    ['Title of late', part(31 / 90), part(59 / 90), undefined],
    ['Title of begun', part(1), 100, 'since 1 April 2026'],
    ['Title of next', part(1 + 61 / 91), part(2), undefined],
    ['Title of later', part(2 + 31 / 92), part(2 + 62 / 92), undefined],
    ['Title of far', 99.4, 100, undefined],
  ]);
  expect(open[0]?.card.plan).toEqual(['Target: February 2026']);
  expect(undated).toEqual([]);
});

test('an open milestone stays on the axis however late it is, and a completed one has no target', () => {
  const { open, earlier, undated } = roadmapTimeline(
    [
      milestoneEntry('late', { target_on: '2020-01-31', status: 'Doing' }),
      milestoneEntry('done', { target_on: '2026-06-30', status: 'Shipped' }),
      milestoneEntry('both', {
        ...{ started_at: day('2026-01-01'), target_on: '2026-06-30', status: 'Doing' },
      }),
    ],
    month,
    site,
  );
  expect(open.map(({ card, bar }) => [card.title, bar.from, bar.to])).toEqual([
    ['Title of late', 0, 0.6],
    ['Title of both', expect.any(Number), 100],
  ]);
  expect(earlier.map(({ title }) => title)).toEqual(['Title of done']);
  expect(undated).toEqual([]);
});
