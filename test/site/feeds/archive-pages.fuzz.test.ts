// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archivePagesOf } from '../../../src/site/feeds/archive-pages.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';

type Release = { id: string };
const releases = (count: number): Release[] =>
  Array.from({ length: count }, (_, n) => ({ id: `rel_${count - n}` }));

/** Archive pages as readers see them: the releases and the link to older ones, by address. */
const addresses = (all: Release[]) =>
  new Map(
    archivePagesOf(all).archivePages.map(({ name, releases, older }) => [
      name,
      JSON.stringify([releases, older]),
    ]),
  );

/** How many addresses have other content, or none, in `after`. */
const changed = (before: Map<string, string>, after: Map<string, string>) =>
  [...before].filter(([name, text]) => after.get(name) !== text).length;

test.each([0, 1, 50, 51, 300])('contains each of %d releases once, in their order', (count) => {
  const { newest, archivePages: chapters } = archivePagesOf(releases(count));
  const given = [...newest.releases, ...chapters.flatMap(({ releases }) => releases)];
  expect(given).toEqual(releases(count));
  expect([newest, ...chapters].map(({ older }) => older)).toEqual([
    ...chapters.map(({ name }) => name),
    undefined,
  ]);
});

test('has pages of about fifty releases, and none that is much smaller or larger', () => {
  const { newest, archivePages: chapters } = archivePagesOf(releases(10_000));
  const sizes = chapters.map(({ releases }) => releases.length);
  expect(Math.min(...sizes)).toBeGreaterThan(25);
  expect(Math.max(...sizes, newest.releases.length)).toBeLessThan(200);
  expect(chapters.length).toBeGreaterThan(150);
});

test('changes no archive page when more is released', () => {
  const before = addresses(releases(1000));
  expect(before.size).toBeGreaterThan(15);
  for (const more of [1, 7, 60, 500])
    expect(changed(before, addresses(releases(1000 + more)))).toBe(0);
});

test('changes only archive pages beside a release that is removed, added or moved', () => {
  const all = releases(1000);
  const before = addresses(all);
  const position = fc.nat({ max: all.length - 1 });
  fc.assert(
    fc.property(position, position, (from, to) => {
      const without = all.toSpliced(from, 1);
      expect(changed(before, addresses(without))).toBeLessThanOrEqual(3);
      expect(changed(before, addresses(all.toSpliced(to, 0, { id: 'new' })))).toBeLessThanOrEqual(
        3,
      );
      const moved = without.toSpliced(to, 0, { id: all[from]?.id ?? '' });
      expect(changed(before, addresses(moved))).toBeLessThanOrEqual(6);
    }),
    { numRuns: fuzzRuns(25, 1000) },
  );
});
