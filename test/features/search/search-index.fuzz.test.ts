// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { releaseEntry } from '../../support/entries.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { foundByWalking } from './whole-index.ts';
import { allFound, searchOf, writtenSearch } from './written-search.ts';

// Few words, so that releases share them. Some are similar, share a prefix, or are in a script
// without spaces.
const word = fc.constantFrom(
  ...['dark', 'darker', 'mode', 'model', 'models', 'export', 'exports', 'expert', 'the', 'a', 'of'],
  ...['0.4.0', 'v0.4', '1.20.0', 'Größe', 'straße', 'الملف', 'والملف', 'ملف', 'ー', 'ー検'],
  ...[
    '検索',
    '索引',
    '検',
    '索検索',
    '検索検',
    'ガイド',
    'ｶﾞｲﾄﾞ',
    'が',
    '㌔',
    'キロ',
    '𠮷野',
    '𠮷',
    'constructor',
  ],
);
const text = (most: number) =>
  fc.array(word, { maxLength: most }).map((words) => words.join(words.length % 2 ? ' ' : ', '));
const change = fc.record({ type: fc.constantFrom('new', 'fixed', 'gone', null), html: text(6) });
const release = fc.record({
  title: text(3),
  version: fc.constantFrom(null, '0.4.0', '1.20.0', '索引'),
  summary: text(4),
  body: fc
    .tuple(text(8), fc.array(fc.tuple(text(2), text(8)), { maxLength: 2 }))
    .map(([start, under]) =>
      [`<p>${start}</p>`, ...under.map(([head, own]) => `<h2>${head}</h2><p>${own}</p>`)].join(''),
    ),
  changes: fc.array(change, { maxLength: 3 }),
  project: fc.constantFrom(null, 'p-web'),
  labels: fc.subarray(['l-speed', 'l-plain']),
  year: fc.constantFrom(2023, 2024, 2024, 2024, 2024, 2025, 2026),
});
const entries = fc.array(release, { minLength: 1, maxLength: 60, size: 'max' }).map((all) =>
  all.map(({ year, ...one }, n): ReleaseEntry => {
    const released_at = new Date(Date.UTC(year, n % 3, 1 + (n % 5))).toISOString();
    return releaseEntry(`r${n}`, { ...one, title: `${one.title} #${n}`, released_at });
  }),
);
const query = fc.record({
  text: fc
    .array(
      fc.oneof(
        word,
        word.map((one) => one.slice(0, 3)),
      ),
      { maxLength: 3 },
    )
    .map((words) => words.join(' ')),
  project: fc.constantFrom(undefined, undefined, 'web'),
  label: fc.constantFrom(undefined, undefined, 'speed'),
  type: fc.constantFrom(undefined, undefined, 'new'),
  year: fc.constantFrom(undefined, undefined, undefined, '2024', '2026'),
});

test('finds the same results as a linear search, in the same order', async () => {
  const queries = fc.array(query, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(entries, queries, async (releases, asked) => {
      const search = searchOf(await writtenSearch(releases, { step: 20 }));
      for (const one of asked) {
        const found = await allFound(search, one);
        expect(found.map(({ title }) => title)).toEqual(foundByWalking(releases, one));
      }
    }),
    { numRuns: fuzzRuns(30, 1200), seed: 11, endOnFailure: true },
  );
});
