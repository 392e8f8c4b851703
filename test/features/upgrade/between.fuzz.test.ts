// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { between } from '../../../src/features/upgrade/between.ts';
import { orderVersions } from '../../../src/features/upgrade/order-versions.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { parseVersion } from '../../../src/site/base/versions.ts';
import { releaseEntry } from '../../support/entries.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import {
  compareParts,
  histories,
  orderedByOracle,
  type Parts,
  queries,
  type Told,
} from './histories.ts';

const runs = { numRuns: fuzzRuns(750, 30_000), seed: 7 };

test('orders random histories like an oracle that never parses a version', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { by, releases } = orderVersions(history.map(({ entry }) => entry));
      const hasVersions = history.some(({ parts }) => parts);
      expect(by).toBe(hasVersions ? 'version' : 'date');
      expect(releases.map(({ id }) => id)).toEqual(
        orderedByOracle(history).map(({ entry }) => entry.id),
      );
    }),
    runs,
  );
});

test('finds the same releases between two versions as an oracle', () => {
  fc.assert(
    fc.property(histories, fc.nat(), fc.nat(), (history, one, other) => {
      fc.pre(history.length > 0);
      const ordered = orderedByOracle(history);
      const [a, b] = [one % ordered.length, other % ordered.length];
      const { releases } = orderVersions(history.map(({ entry }) => entry));
      const ends = [ordered[a], ordered[b]] as [Told, Told];
      const asked = { from: ends[0].entry.slug, to: ends[1].entry.slug };
      const early = ends.some(({ entry }) => entry.is_pre_release);
      const expected = ordered.filter(
        ({ entry }, place) =>
          place >= Math.min(a, b) && place < Math.max(a, b) && (early || !entry.is_pre_release),
      );
      const found = between(releases, asked);
      expect(found.releases.map(({ id }) => id)).toEqual(expected.map(({ entry }) => entry.id));
      expect(found.isReversed).toBe(a < b);
    }),
    runs,
  );
});

test('replaces a missing version by the nearest lower one, like an oracle', () => {
  fc.assert(
    fc.property(
      histories,
      fc.tuple(fc.nat(5), fc.nat(4), fc.nat(4)),
      fc.option(fc.nat(13)),
      (history, numbers, beta) => {
        const wanted: Parts = { numbers, beta: beta ?? undefined };
        const text = `${numbers.join('.')}${beta === null ? '' : `-beta.${beta}`}`;
        const { releases } = orderVersions(history.map(({ entry }) => entry));
        const { from } = between(releases, { from: text, to: '' });
        const same = history.filter(({ parts }) => parts && compareParts(parts, wanted) === 0);
        if (same.length > 0) {
          expect(from.kind).toBe('known');
          expect(same.map(({ entry }) => entry)).toContain(from.release);
          return;
        }
        const below = history.filter(
          ({ parts, entry }) =>
            parts && compareParts(parts, wanted) < 0 && (beta !== null || !entry.is_pre_release),
        );
        if (below.length === 0) expect(from).toEqual({ kind: 'before-all', release: undefined });
        const taken = history.find(({ entry }) => entry === from.release);
        for (const { parts } of below)
          expect(compareParts(taken?.parts as Parts, parts as Parts)).toBeGreaterThanOrEqual(0);
        if (below.length > 0)
          expect([from.kind, below.includes(taken as Told)]).toEqual(['nearest', true]);
      },
    ),
    runs,
  );
});

test('answers every query and never throws', () => {
  fc.assert(
    fc.property(histories, queries, queries, (history, from, to) => {
      const { releases } = orderVersions(history.map(({ entry }) => entry));
      const found = between(releases, { from, to });
      expect(releases).toEqual(expect.arrayContaining(found.releases));
      const early = [found.from, found.to].some((end) => end.release?.is_pre_release);
      if (!early) expect(found.releases.filter(({ is_pre_release }) => is_pre_release)).toEqual([]);
    }),
    runs,
  );
});

test.each([
  ['v2', '2.0.0'],
  ['24.04', '24.4.0'],
  ['2026-05-01', '2026.5.1'],
  ['2026.05', '2026.5.0'],
  ['1.2 beta', '1.2.0-beta'],
  ['1.2.3rc1', '1.2.3-rc1'],
  ['Version 3.1', '3.1.0'],
  ['1.2.3.4', '1.2.3'],
])('reads %s as version %s', (text, version) => {
  expect(parseVersion(text)?.version).toBe(version);
});

test.each(['', 'Sputnik', '1.2.3.4.5', '1.2.3.4-beta', '1'.repeat(300), '-1'])(
  'reads no version in “%s”',
  (text) => {
    expect(parseVersion(text)).toBeUndefined();
  },
);

test('sorts a fourth number numerically', () => {
  const versions = ['1.2.3', '1.2.3.4', '1.2.3.10', '1.2.4'];
  const all = versions.map((version) => releaseEntry(version, { version }));
  const { releases } = orderVersions(all);
  expect(releases.map(({ version }) => version)).toEqual(versions.toReversed());
});

test('says how an unknown version was resolved', () => {
  const { releases } = orderVersions(
    ['2.0.0', '2.1.0', '3.0.0'].map((version) => releaseEntry(version, { version })),
  );
  const found = (from: string, to = '') => {
    const { releases: between_, ...ends } = between<ReleaseEntry>(releases, { from, to });
    return [between_.map(({ version }) => version), ends.from.kind, ends.to.kind, ends.isReversed];
  };
  expect(found('2.0.7')).toEqual([['3.0.0', '2.1.0'], 'nearest', 'known', false]);
  expect(found('1.0.0')).toEqual([['3.0.0', '2.1.0', '2.0.0'], 'before-all', 'known', false]);
  expect(found('Sputnik', '2.1.0')).toEqual([['2.1.0', '2.0.0'], 'unreadable', 'known', false]);
  expect(found('2.0.0', 'Sputnik')).toEqual([['3.0.0', '2.1.0'], 'known', 'unreadable', false]);
  expect(found('3.0.0', '2.0.0')).toEqual([['3.0.0', '2.1.0'], 'known', 'known', true]);
  expect(found('2.1.0', '2.1.0')).toEqual([[], 'known', 'known', false]);
});
