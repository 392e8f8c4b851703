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
  const found = neighbours([released('b', 2), released('a', 1), released('c', 3)]);
  expect(found.get('a')).toMatchObject({ newer: { id: 'b' }, older: undefined });
  expect(found.get('b')).toMatchObject({ newer: { id: 'c' }, older: { id: 'a' } });
  expect(found.get('c')).toMatchObject({ newer: undefined, older: { id: 'b' } });
});

test('finds neighbours within the same project only', () => {
  const found = neighbours([
    released('a', 1, { project: 'p' }),
    released('b', 2),
    released('c', 3, { project: 'p' }),
  ]);
  expect(found.get('a')?.newer?.id).toBe('c');
  expect(found.get('b')).toEqual({ newer: undefined, older: undefined });
});
