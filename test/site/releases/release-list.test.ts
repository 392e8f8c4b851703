import { expect, test } from 'vitest';
import { listPages } from '../../../src/site/releases/release-list.ts';
import { listed } from '../listed.ts';

const releases = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    listed(`r-${n}`, { released_at: new Date(n * 1e9).toISOString() }),
  );

test('puts sixty releases on a page, counted from the oldest', () => {
  expect(listPages(releases(185)).map(({ path, items }) => [path, items.length])).toEqual([
    ['releases/', 65],
    ['releases/page/2/', 60],
    ['releases/page/1/', 60],
  ]);
  expect(listPages([]).map(({ path }) => path)).toEqual(['releases/']);
});

test('a numbered page stays the same when more is released', () => {
  const oldest = (count: number) =>
    listPages(releases(count))
      .at(-1)
      ?.items.map(({ id }) => id);
  expect(oldest(240)).toEqual(oldest(125));
});
