// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { noBuild, writtenSearch } from './written-search.ts';

const text = fc
  .array(fc.constantFrom('dark', 'mode', 'export', '0.4.0', 'Größe', '検索', '索引', 'ガイド'), {
    maxLength: 6,
  })
  .map((words) => words.join(' '));
/**
 * Adds, replaces or removes an entry. `isLate` means that a release is synced after its date, and
 * `isKilled` that the files of the build are lost.
 */
const step = fc
  .record({
    slug: fc.integer({ min: 0, max: 30 }).map((n) => `r${n}`),
    year: fc.constantFrom(2022, 2023, 2024, 2025, 2026),
    title: text,
    body: text,
    isLate: fc.boolean(),
    isGone: fc.boolean(),
    isMilestone: fc.boolean(),
    isKilled: fc.boolean(),
  })
  .map((one) => ({
    ...one,
    seen: one.isLate ? { [one.slug]: `2026-12-0${one.title.length % 9}T00:00:00.000Z` } : {},
  }));

test('an incremental index equals that of a clean build after any history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }),
      async (steps) => {
        const releases = new Map<string, ReturnType<typeof releaseEntry>>();
        const planned = new Map<string, ReturnType<typeof milestoneEntry>>();
        const previous = noBuild();
        const seen: Record<string, string> = {};
        for (const { slug, year, title, body, isGone, isMilestone, isKilled, ...one } of steps) {
          const released_at = new Date(
            Date.UTC(year, slug.length, slug.charCodeAt(1)),
          ).toISOString();
          const known: Map<string, object> = isMilestone ? planned : releases;
          const entryOf = isMilestone ? milestoneEntry : releaseEntry;
          known.delete(slug);
          Object.assign(seen, one.seen);
          if (!isGone) known.set(slug, entryOf(slug, { title, body, released_at }));
          const all = [...releases.values()];
          const milestones = [...planned.values()];
          const { written } = previous;
          const options = { milestones, seen, step: 4 };
          const clean = await writtenSearch(all, options);
          expect(await writtenSearch(all, { ...options, previous })).toEqual(clean);
          // A killed build leaves the files of the build before it.
          if (isKilled) previous.written = written;
        }
      },
    ),
    { numRuns: fuzzRuns(20, 800), seed: 12, endOnFailure: true },
  );
});
