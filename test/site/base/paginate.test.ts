import { expect, test } from 'vitest';
import { paginate } from '../../../src/site/base/paginate.ts';

/** `count` entries, newest first; the oldest is 1. */
const entries = (count: number) => Array.from({ length: count }, (_, index) => count - index);
const numbersOf = (count: number) => paginate(entries(count), 20).map(({ number }) => number);

test.each([
  [0, 0, 0],
  [1, 0, 1],
  [19, 0, 19],
  [20, 0, 20],
  [39, 0, 39],
  [40, 1, 20],
  [41, 1, 21],
  [59, 1, 39],
  [60, 2, 20],
  [100, 4, 20],
])(
  'splits %i entries into %i numbered pages, and %i on the first page',
  (count, numbered, onFirst) => {
    const [first, ...rest] = paginate(entries(count), 20);
    expect(rest).toHaveLength(numbered);
    expect(first?.items).toHaveLength(onFirst);
  },
);

test.each([0, 1, 39, 40, 61, 100])('shows each of %i entries once, newest first', (count) => {
  expect(paginate(entries(count), 20).flatMap(({ items }) => items)).toEqual(entries(count));
});

test('numbers pages from the oldest, with twenty entries on each', () => {
  expect(numbersOf(85)).toEqual([undefined, 3, 2, 1]);
  expect(paginate(entries(85), 20).at(-1)?.items).toEqual(entries(20));
});

test('never changes a numbered page when entries are added', () => {
  const page = (count: number, number: number) =>
    paginate(entries(count), 20).find((one) => one.number === number)?.items;
  for (let count = 40; count <= 200; count += 1) expect(page(count, 1)).toEqual(entries(20));
  for (let count = 60; count <= 200; count += 1) expect(page(count, 2)).toEqual(page(60, 2));
});

test('links every page to its neighbours', () => {
  const links = paginate(entries(60), 20).map(({ older, newer }) => ({ older, newer }));
  expect(links).toEqual([
    { older: 2, newer: undefined },
    { older: 1, newer: 'first' },
    { older: undefined, newer: 2 },
  ]);
});

test('links a single page to no other', () => {
  expect(paginate(entries(39), 20)).toEqual([
    { number: undefined, items: entries(39), older: undefined, newer: undefined },
  ]);
});
