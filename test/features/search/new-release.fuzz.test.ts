// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedSegments, closedSize } from '../../../src/features/search/search-paths.ts';
import { releaseEntry } from '../../support/entries.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { changedFiles, history, some } from './history.ts';
import { noBuild, writtenSearch } from './written-search.ts';

test.each([1000, 3000])(
  'a new release among %i changes at most forty files, and gives what a full build gives',
  async (count) => {
    const all = history(count);
    const previous = noBuild();
    await writtenSearch(all, { previous });
    const add = async (released_at: string, seen: Record<string, string>) => {
      const body = `<p>${some(200)} ${released_at}</p>`;
      const next = releaseEntry('next', { title: some(3), released_at, body });
      const own = { ...previous, read: new Set<string>() };
      const after = await writtenSearch([...all, next], { previous: own, seen });
      expect(after).toEqual(await writtenSearch([...all, next], { seen }));
      expect(own.read.size).toBeLessThanOrEqual(1025);
      return changedFiles(previous.written, after);
    };
    // Without a log of when releases were first seen, a release is placed by its date.
    for (const date of ['2026-06-30T12:00:00.000Z', '2027-01-01T00:00:00.000Z'])
      expect((await add(date, {})).length).toBeLessThanOrEqual(40);
    const date = fc.date({
      min: new Date(all[0]?.released_at ?? 0),
      max: new Date('2027-01-31'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(date, async (released_at) => {
        const changed = await add(released_at.toISOString(), { next: '2026-07-01T00:00:00.000Z' });
        expect(changed.length).toBeLessThanOrEqual(40);
        expect(changed.length).toBeGreaterThan(5);
      }),
      { numRuns: fuzzRuns(1, 40), seed: 8, endOnFailure: true },
    );
  },
);

test.each([1, 2])(
  'releases at the border of segment %i change at most forty files each, as a full build does',
  async (segments) => {
    const full = segments * closedSize;
    let closing = full;
    while (closedSegments(closing) < segments) closing += 1;
    const all = history(closing + 1);
    // The segment has all its releases; readers use it.
    for (const border of [full, closing]) {
      const previous = noBuild();
      await writtenSearch(all.slice(0, border - 2), { previous });
      for (const count of [border - 1, border, border + 1]) {
        const { written } = previous;
        const after = await writtenSearch(all.slice(0, count), { previous });
        expect(changedFiles(written, after).length).toBeLessThanOrEqual(40);
        expect(after).toEqual(await writtenSearch(all.slice(0, count)));
      }
    }
  },
);
