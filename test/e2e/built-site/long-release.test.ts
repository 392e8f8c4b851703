import type { Browser } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sharedBrowser } from '../../support/chromium.ts';
import { openReader, type Reader } from '../../support/reader.ts';
import { builtSite } from './build.ts';
import { kinds } from './kinds.ts';

const wide = { viewport: { width: 1440, height: 900 } };
const path = kinds['release with many fixes'];

let [browser, site]: [Browser, string] = [] as never;
/** A wide page with scripts, which most tests use, because opening one takes long. */
let reader: Reader;
beforeAll(async () => {
  [browser, site] = await Promise.all([sharedBrowser(), builtSite('english', {})]);
  const permissions = ['clipboard-read', 'clipboard-write'];
  reader = await openReader(browser, site, { permissions });
  return () => reader[Symbol.asyncDispose]();
});
beforeEach(async () => {
  reader.troubles.length = 0;
  await reader.page.setViewportSize(wide.viewport);
});

test('many fixes are collapsed, and expand for printing and for a link to one of them', async () => {
  const { page, url } = reader;
  await page.goto(`${url}${path}`);
  const fold = page.locator('.changes details');
  expect(await fold.locator('summary').textContent()).toBe('24 fixes');
  const last = fold.locator('li').last();
  expect(await last.isVisible()).toBe(false);
  const anchor = await last.getAttribute('id');

  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await last.isVisible()).toBe(true);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await last.isVisible()).toBe(false);

  await page.goto(`${url}${path}#${anchor}`);
  await last.waitFor();
  await page.evaluate(() => {
    location.hash = '';
    for (const one of document.querySelectorAll('details')) one.open = false;
  });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, anchor ?? '');
  await last.waitFor();
  expect(reader.troubles).toEqual([]);
});

test('the collapsed fixes can be expanded without scripts', async () => {
  await using reader = await openReader(browser, site, { ...wide, javaScriptEnabled: false });
  await reader.page.goto(`${reader.url}${path}`);
  await reader.page.locator('.changes summary').click();
  expect(await reader.page.locator('.changes details li').last().isVisible()).toBe(true);
});

test('the table of contents links to every heading', async () => {
  const { page, url } = reader;
  await page.goto(`${url}${path}`);
  const targets = await page
    .locator('.contents a')
    .evaluateAll((links) =>
      links.map((one) => document.querySelector(one.getAttribute('href') ?? '')?.textContent),
    );
  const headings = await page.locator('article :is(h2, h3)').allTextContents();
  expect(targets).toEqual(headings);
  expect(targets).toHaveLength(22);
});

test.each([
  [390, true, false],
  [1440, true, true],
  [1440, false, false],
])(
  'at %i px, with scripts: %s, a short table of contents is open: %s',
  async (width, javaScriptEnabled, isOpen) => {
    await using own = javaScriptEnabled
      ? undefined
      : await openReader(browser, site, { javaScriptEnabled });
    const { page, url, troubles } = own ?? reader;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${url}${kinds.release}`);
    const deeper = page.locator('.contents li li a').first();
    expect(await deeper.isVisible()).toBe(isOpen);
    await page.locator('.contents summary').click();
    expect(await deeper.isVisible()).toBe(!isOpen);
    expect(troubles).toEqual([]);
  },
);

test('at 1440 px, at most a tenth of the code blocks scroll, and the page does not', async () => {
  const { page, url } = reader;
  await page.goto(`${url}${path}`);
  const scrolls = await page
    .locator('pre')
    .evaluateAll((blocks) => blocks.map((one) => one.scrollWidth > one.clientWidth));
  expect(scrolls).toHaveLength(21);
  expect(scrolls.filter(Boolean).length).toBeLessThanOrEqual(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
});

test.each([960, 1280, 1440])('code in a change does not widen the page at %i px', async (width) => {
  const { page, url } = reader;
  await page.setViewportSize({ width, height: 900 });
  await page.goto(url + kinds['release with a broad table']);
  expect(await page.locator('.changes pre').count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

test('a button copies a block of code', async () => {
  const { page, url } = reader;
  await page.goto(`${url}${path}`);
  const code = page.locator('.code-box').first();
  await code.getByRole('button', { name: 'Copy' }).click();
  await code.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await code.locator('pre').textContent());
});
