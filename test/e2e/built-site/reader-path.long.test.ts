// @module-tag soak

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import type { Strings } from '../../../src/site/base/strings/shape.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { openReader } from '../../support/reader.ts';
import { builtSite } from './build.ts';
import { byKeyboard, byPointer, type Manner, walk } from './walk.ts';

const english = stringsFor('en');
const arabic = stringsFor('ar');

let [browser, site]: [Browser, string] = [] as never;
beforeAll(async () => {
  [browser, site] = await Promise.all([sharedBrowser(), builtSite('english', {})]);
});

/**
 * Follows the reader's path and returns all errors, policy violations and requests to other
 * origins.
 */
async function troubles(folder: string, words: Strings, manner: Manner, base = '/') {
  const options: BrowserContextOptions = {
    javaScriptEnabled: manner.scripts,
  };
  await using reader = await openReader(browser, folder, options, base);
  await walk(reader, words, manner);
  return { troubles: reader.troubles, page: reader.page };
}

test('a reader gets from the first page to a milestone', async () => {
  expect((await troubles(site, english, byPointer(true))).troubles).toEqual([]);
});

test('without scripts, a reader takes the same path except for the search', async () => {
  expect((await troubles(site, english, byPointer(false))).troubles).toEqual([]);
});

test('with the keyboard alone, a reader takes the same path', async () => {
  expect((await troubles(site, english, byKeyboard)).troubles).toEqual([]);
});

// The tests of search and of the upgrade planner always read a site below a base.
test.each(process.env.SOAK_RUNS ? ['/notes/'] : [])(
  'below the base %s, a reader takes the same path',
  async (base) => {
    const folder = await builtSite('notes', {}, base);
    expect((await troubles(folder, english, byPointer(true), base)).troubles).toEqual([]);
  },
  180_000,
);

test.each(process.env.SOAK_RUNS ? ['ar'] : [])(
  'in %s, from right to left, a reader takes the same path',
  async (locale) => {
    const folder = await builtSite(locale, { locale });
    expect((await troubles(folder, arabic, byPointer(true))).troubles).toEqual([]);
  },
  180_000,
);
