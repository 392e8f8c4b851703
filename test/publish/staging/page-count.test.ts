import { expect, test } from 'vitest';
import { pageCountProblem } from '../../../src/publish/staging/make-generation.ts';

const last = { pages: 1000, entries: 800 };

test.each([
  ['nothing moved', { pages: 1000, entries: 800 }],
  ['a fifth more pages', { pages: 1200, entries: 800 }],
  ['a fifth fewer pages', { pages: 800, entries: 800 }],
  ['half of the entries are gone, and half of the pages', { pages: 500, entries: 400 }],
  ['half of the entries are gone, and only their pages', { pages: 600, entries: 400 }],
  ['twice as many entries and pages', { pages: 2000, entries: 1600 }],
  ['every entry is gone', { pages: 3, entries: 0 }],
])('accepts the page count if %s', (_what, now) => {
  expect(pageCountProblem(now, last)).toBeUndefined();
});

test.each([
  ['more than a fifth of the pages are gone', { pages: 799, entries: 800 }],
  ['more than a fifth of the pages came from nowhere', { pages: 1201, entries: 800 }],
  ['half of the pages went with a tenth of the entries', { pages: 500, entries: 720 }],
  ['all pages went with half of the entries', { pages: 3, entries: 400 }],
])('rejects the page count if %s', (_what, now) => {
  expect(pageCountProblem(now, last)).toBe(
    `it has ${now.pages} pages and ${now.entries} entries, but the live site has 1000 pages and 800 entries`,
  );
});

test('lets a small site gain or lose a few archive pages at once', () => {
  expect(pageCountProblem({ pages: 26, entries: 2 }, { pages: 7, entries: 2 })).toBeUndefined();
  expect(pageCountProblem({ pages: 7, entries: 0 }, { pages: 26, entries: 0 })).toBeUndefined();
  expect(pageCountProblem({ pages: 40, entries: 2 }, { pages: 7, entries: 2 })).toBeDefined();
});
