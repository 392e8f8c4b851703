import { describe, expect, test } from 'vitest';
import {
  isFirstVisit,
  maxShown,
  type NewsItem,
  newestTime,
  selectItems,
  unread,
} from '../../../src/features/widget/news.ts';

const item = (day: number, over: Partial<NewsItem> = {}): NewsItem => ({
  title: `Day ${day}`,
  url: `https://example.com/releases/day-${day}/`,
  version: null,
  released_at: `2026-01-0${day}T00:00:00.000Z`,
  project: null,
  labels: [],
  types: [],
  ...over,
});
const items = [item(5), item(4), item(3), item(2)];

describe('unread is', () => {
  test.each<[what: string, opened: string | undefined, since: string | undefined, count: number]>([
    ['nothing for who comes for the first time', undefined, undefined, 0],
    ['nothing for who saw the newest', '2026-01-05T00:00:00.000Z', undefined, 0],
    ['what came after what was seen', '2026-01-03T00:00:00.000Z', undefined, 2],
    ['everything where all came later', '2025-12-31T00:00:00.000Z', undefined, 4],
    ['what came since the reader signed up', undefined, '2026-01-04', 1],
    ['what came after the later of both', '2026-01-02T00:00:00.000Z', '2026-01-04', 1],
    ['what was not seen, however long ago they signed up', '2026-01-04T00:00:00.000Z', '2020', 1],
    ['nothing where both are nonsense', 'soon', 'never', 0],
    ['as if a nonsensical time were not there', '2026-01-04T00:00:00.000Z', 'never', 1],
    ['nothing for who lives ahead of time', undefined, '2999-01-01', 0],
  ])('%s', (_, opened, since, count) => {
    expect(unread(items, { opened, since })).toEqual(items.slice(0, count));
    const isNamed = [opened, since].some((time) => /^\d/.test(time ?? ''));
    expect(isFirstVisit({ opened, since })).toBe(!isNamed);
  });
});

test('filters by label, by type, and by both', () => {
  const [a, b, c] = [
    item(3, { labels: ['speed'], types: ['new'] }),
    item(2, { labels: ['speed'] }),
    item(1, { types: ['new'] }),
  ];
  const all = [a, b, c];
  expect(selectItems(all, '', '')).toEqual(all);
  expect(selectItems(all, 'speed', '')).toEqual([a, b]);
  expect(selectItems(all, '', 'new')).toEqual([a, c]);
  expect(selectItems(all, 'speed', 'new')).toEqual([a]);
  expect(selectItems(all, 'other', '')).toEqual([]);
});

test('finds the newest item in any order', () => {
  expect(newestTime([item(2), item(5), item(3)])).toBe(item(5).released_at);
  expect(newestTime([])).toBeUndefined();
});

test.each([
  [null, 10],
  ['3', 3],
  ['0', 1],
  ['-5', 1],
  ['999', 10],
  ['many', 10],
])('`max` of %j shows at most %i items', (max, shown) => {
  expect(maxShown(max)).toBe(shown);
});
