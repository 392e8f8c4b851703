import { expect, test } from 'vitest';
import type { ReleaseEntry, ReleaseSummary } from '../../../src/model/content/content.ts';
import { neighbours, newestFirst, timeline } from '../../../src/site/releases/timeline.ts';
import { releaseEntry } from '../../support/entries.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const released = (id: string, n: number, over: Partial<ReleaseEntry> = {}) =>
  releaseEntry(id, { released_at: day(n), ...over });
const idsOf = (releases: Iterable<ReleaseSummary>) => [...releases].map(({ id }) => id);

test('puts the newest first, and orders ties by id', () => {
  const releases = [released('b', 1), released('c', 2), released('a', 1)];
  expect(idsOf(newestFirst(releases))).toEqual(['c', 'a', 'b']);
  expect(idsOf(newestFirst(releases.toReversed()))).toEqual(['c', 'a', 'b']);
});

test('puts pinned releases on top of the first page, without moving others to another page', () => {
  const releases = Array.from({ length: 45 }, (_, n) =>
    released(`r-${n}`, n + 1, { is_pinned: n === 0 || n === 44 }),
  );
  const [first, second] = timeline(releases, 20);
  expect(idsOf(first?.pinned ?? [])).toEqual(['r-44', 'r-0']);
  expect(second?.pinned).toEqual([]);
  expect(idsOf(second?.items ?? [])).toEqual(idsOf(newestFirst(releases)).slice(-20));
  expect(idsOf(first?.items ?? [])).toEqual(idsOf(newestFirst(releases)).slice(1, 25));
});

test('has one empty page without releases', () => {
  expect(timeline([], 20)).toMatchObject([{ items: [], pinned: [] }]);
});

test('returns the previous and next release', () => {
  const found = neighbours([[released('c', 3), released('b', 2), released('a', 1)]]);
  expect(found.get('a')).toMatchObject({ previous: { id: 'b' }, next: undefined });
  expect(found.get('b')).toMatchObject({ previous: { id: 'c' }, next: { id: 'a' } });
  expect(found.get('c')).toMatchObject({ previous: undefined, next: { id: 'b' } });
});

test('finds neighbours within the same list only', () => {
  const found = neighbours([[released('c', 3), released('a', 1)], [released('b', 2)]]);
  expect(found.get('a')?.previous?.id).toBe('c');
  expect(found.get('b')).toEqual({ previous: undefined, next: undefined });
});
