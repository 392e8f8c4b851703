// @module-tag soak

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Browser } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../../../src/lib/http/listen.ts';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import { languages } from '../../../src/site/base/strings/languages/languages.ts';
import { paths } from '../../../src/site/base/urls.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { loadJudges } from '../../support/judges.ts';
import { openReader, type Reader } from '../../support/reader.ts';
import { filesBelow } from '../whole-path/files.ts';
import { loadAxe, violationsOn } from './axe.ts';
import { builtSite } from './build.ts';
import { alike, kinds } from './kinds.ts';
import { shiftOf } from './shift.ts';
import { weightOf, weightOfFaces, weightOfScripts, weightToRead } from './weights.ts';

let [browser, site]: [Browser, string] = [] as never;
/** A page for tests that need no other settings of the browser; opening one takes long. */
let shared: Reader;
beforeAll(async () => {
  [browser, site] = await Promise.all([sharedBrowser(), builtSite('english', {})]);
  shared = await openReader(browser, site);
  return () => shared[Symbol.asyncDispose]();
});
beforeEach(() => {
  shared.troubles.length = 0;
});

const all = Object.values(kinds);
const emptyTime = /<time(?:\s[^>]*)?>\s*<\/time>|<time(?![^>]*\sdatetime="[^"]+")[^>]*>/g;

const isSoak = process.env.SOAK_RUNS !== undefined;

// Most rules of axe check the document and not its look, so the soak run only checks these visual
// rules in the other theme.
const looks = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
];

const ways = [
  { width: 390, themes: inSoak(['light', undefined], ['dark', looks]) },
  { width: 1440, themes: inSoak(['dark', undefined], ['light', looks]) },
] as const;

/**
 * Every kind of page, in one width and theme; of two similar kinds, each in another width. The soak
 * run checks every kind in both.
 */
const visits = alike.flatMap((some, group) => {
  const [first, second = first] = some;
  const [phone, wide] = ways;
  if (some.length === 1 && !isSoak) return [{ kind: first, ...ways[group % 2 ? 1 : 0] }];
  return [
    { kind: first, ...phone },
    { kind: second, ...wide },
  ];
});

type Theme = [colorScheme: 'light' | 'dark', rules: string[] | undefined];

function inSoak(always: Theme, inLongRun: Theme): Theme[] {
  return isSoak ? [always, inLongRun] : [always];
}

test('on any kind of page, axe finds nothing, and at 320 px nothing scrolls sideways', async () => {
  await using reader = await openReader(browser, site);
  const { page } = reader;
  const found: string[] = [];
  expect(alike.flat().toSorted()).toEqual(Object.keys(kinds).toSorted());
  for (const { kind, width, themes } of visits) {
    await page.setViewportSize({ width, height: 900 });
    await openForAxe(reader, kinds[kind]);
    for (const [colorScheme, rules] of themes) {
      await page.emulateMedia({ colorScheme });
      const lines = await violations(reader, rules);
      found.push(...lines.map((line) => `${colorScheme}, ${width} px: ${line}`));
    }
    await page.setViewportSize({ width: 320, height: 700 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > 320) found.push(`${kind}: ${wide} px`);
  }
  expect(found).toEqual([]);
  expect(reader.troubles).toEqual([]);
}, 300_000);

// Rules of axe that depend on the language. The soak run checks each language with them. In every
// run, `test/e2e/mount/mounted.long.test.ts` checks the language with the longest words,
// `test/e2e/whole-path/archives.long.test.ts` pages that run from right to left, and
// `test/site/base/strings/languages.test.ts` the names in all languages without a browser.
const ofWords = [
  ...['button-name', 'link-name', 'label', 'select-name', 'summary-name', 'aria-command-name'],
  ...['document-title', 'html-has-lang', 'html-lang-valid', 'valid-lang', 'empty-heading'],
  ...['image-alt', 'landmark-unique', 'link-in-text-block', 'scrollable-region-focusable'],
  'target-size',
];

test.each(isSoak ? languages.filter((language) => language !== 'en') : [])(
  'in %s, no page overflows on a phone, and axe finds nothing with rules that depend on texts',
  async (locale) => {
    const width = 390;
    await using reader = await openReader(browser, await builtSite(locale, { locale }), {
      viewport: { width, height: 900 },
    });
    const found: string[] = [];
    for (const [kind] of alike) {
      await openForAxe(reader, kinds[kind]);
      found.push(...(await violations(reader, ofWords)));
      const page = await reader.page.evaluate(() => document.documentElement.scrollWidth);
      if (page > width) found.push(`${kinds[kind]}: ${page} px`);
    }
    expect(found).toEqual([]);
    expect(reader.troubles).toEqual([]);
  },
  300_000,
);

test('the first page shows ten releases with their texts, and its others in one line each', async () => {
  const { page, url } = shared;
  await page.goto(url + kinds.home);
  expect(await page.locator('article.entry').count()).toBe(10);
  expect(await page.locator('.timeline .listed').count()).toBeGreaterThanOrEqual(10);
  await page.goto(url + kinds['numbered page']);
  expect(await page.locator('article.entry').count()).toBe(20);
});

test('at 768 px, the header is the same on all pages, and three columns of the board fit', async () => {
  await using reader = await openReader(browser, site, { viewport: { width: 768, height: 900 } });
  const { page, url } = reader;
  // Fonts that load late are only used on the next page, and would change widths.
  await page.route('**/*.woff2', (route) => route.abort());
  const places = new Set<string>();
  for (const kind of [kinds.home, kinds.release, kinds.search, kinds.roadmap]) {
    await page.goto(url + kind);
    places.add(JSON.stringify(await page.locator('.site-header nav').boundingBox()));
  }
  expect([...places]).toHaveLength(1);
  const third = await page.locator('.column').nth(2).boundingBox();
  expect((third?.x ?? 0) + (third?.width ?? Infinity)).toBeLessThanOrEqual(768);
});

test('a listed release takes one line on wide screens and two on phones', async () => {
  const { page, url } = shared;
  for (const [width, lines] of [
    [1440, 1],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(url + kinds['all releases']);
    const heights = await page
      .locator('.listed', { hasText: 'Plain release' })
      .evaluateAll((some) => some.map((one) => one.getBoundingClientRect().height));
    expect(heights).toHaveLength(70);
    // Height of a line of 17 px with padding; the second line has smaller letters.
    expect(Math.max(...heights), `${width} px`).toBeLessThan(lines * 28 + 18);
  }
});

test('the theme switch is beside the first line of the site’s name, however long it is', async () => {
  const { page, url } = shared;
  const found: string[] = [];
  for (const path of [kinds.home, kinds.roadmap]) {
    await page.goto(url + path);
    for (const width of [320, 390, 600, 768, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      const names = ['Ox', 'A name of some words', 'A longer name '.repeat(8), 'W'.repeat(90)];
      for (const trouble of await page.evaluate(troublesOfSwitch, names))
        found.push(`${width} px, ${path}, ${trouble}`);
    }
  }
  expect(found).toEqual([]);
});

test.each([
  ['en', 'english', 'left'] as const,
  ...(isSoak ? [['ar', 'ar', 'right'] as const] : []),
])('metadata beside an entry is aligned in %s', async (locale, name, start) => {
  const folder = await builtSite(name, locale === 'en' ? {} : { locale });
  await using own = locale === 'en' ? undefined : await openReader(browser, folder);
  const reader = own ?? shared;
  await reader.page.setViewportSize({ width: 1440, height: 900 });
  await reader.page.goto(reader.url + kinds['release with everything']);
  const edges = await reader.page
    .locator('.entry-meta > p')
    .evaluateAll(
      (facts, side) => facts.map((one) => Math.round(one.getBoundingClientRect()[side])),
      start,
    );
  expect(edges.length).toBeGreaterThan(2);
  expect(new Set(edges).size).toBe(1);
});

test('forced colours show the current page and view', async () => {
  await using reader = await openReader(browser, site, { forcedColors: 'active' });
  await reader.page.goto(reader.url + kinds.roadmap);
  const marked = await reader.page.evaluate(() => {
    const canvas = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll('.site-header nav a, .switch > *')]
      .filter((one) => getComputedStyle(one).borderBlockEndColor !== canvas)
      .map((one) => one.textContent);
  });
  expect(marked.toSorted()).toEqual(['Board', 'Most votes', 'Roadmap']);
});

test('layouts with awkward entries stay in place', async () => {
  const { page, url } = shared;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url + kinds.roadmap);
  await page.locator('[data-facet="label"] summary').click();
  const menu = page.locator('[data-facet="label"] ul');
  expect(await menu.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);

  await page.goto(url + kinds['roadmap as a timeline']);
  const quarters = await page
    .locator('.timeline thead th + th')
    .evaluateAll((some) => some.map((one) => Math.round(one.getBoundingClientRect().width)));
  expect(quarters.length).toBeGreaterThan(1);
  expect(Math.max(...quarters) - Math.min(...quarters)).toBeLessThanOrEqual(1);

  await page.goto(url + paths.milestone('awkward-rtl'));
  const indent = await page.getByRole('heading', { level: 1 }).evaluate((title) => {
    const text = document.createRange();
    text.selectNodeContents(title);
    return text.getBoundingClientRect().left - title.getBoundingClientRect().left;
  });
  expect(indent).toBe(0);

  await page.goto(url + paths.release('awkward-bare'));
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBe(900);
});

test('no page has HTML errors', async () => {
  const { htmlChecker } = await loadJudges();
  // HTML allows the doctype in either case; this rule wants upper case.
  const check = htmlChecker({ 'doctype-style': 'off' });
  const found: string[] = [];
  const some = oneOfEach(await htmlFiles());
  expect(some.length).toBeGreaterThan(50);
  for (const path of some) {
    found.push(...(await check(await htmlOf(path))).map((problem) => path + problem));
  }
  expect(found).toEqual([]);
});

test('every page has a description, and roadmap and upgrade pages have unique titles', async () => {
  const titles: string[] = [];
  for (const path of await htmlFiles()) {
    const html = await htmlOf(path);
    expect(html, path).toMatch(/<meta name="description" content="[^"]+">/);
    if (/^(?:roadmap|upgrade)\//.test(path))
      titles.push(/<title>(.*)<\/title>/.exec(html)?.[1] ?? '');
  }
  expect(titles.length).toBeGreaterThan(20);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('files that browsers and crawlers request by default exist', async () => {
  const there = await filesBelow(site);
  for (const path of ['favicon.ico', 'robots.txt', 'sitemap.xml']) expect(there).toContain(path);
  const [guess, index] = await Promise.all(
    [paths.sitemapGuess(), paths.sitemapIndex()].map((path) => readFile(join(site, path), 'utf8')),
  );
  expect(guess).toBe(index);
  await shared.page.goto(shared.url);
  const size = await shared.page.evaluate(async (src) => {
    const picture = Object.assign(new Image(), { src });
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  }, '/favicon.ico');
  expect(size[0]).toBeGreaterThanOrEqual(16);
  expect(shared.troubles).toEqual([]);
});

test('no `<time>` element is empty or lacks its time', async () => {
  const found = await Promise.all(
    (await htmlFiles()).map(async (path) => [
      path,
      ...((await htmlOf(path)).match(emptyTime) ?? []),
    ]),
  );
  expect(found.filter(([, ...times]) => times.length > 0)).toEqual([]);
});

test('no link or anchor of the site is broken', async () => {
  const app = new Hono();
  app.route('/', createSiteServer({ folder: site }));
  await using server = await listen({ fetch: app.fetch, port: 0 });
  const { followLinks } = await loadJudges();
  // In a series of numbered releases or labels, the soak run follows ten links, other runs one.
  const except = isSoak ? /(?:plain|many)-\d{2,}\// : /(?:plain|many)-(?!1\/)\d+\//;
  const { links, broken } = await followLinks(server.url, { except });
  expect(broken).toEqual([]);
  expect(links.length).toBeGreaterThan(100);
});

test('a milestone has anchor links at its headings and a text direction, like a release', async () => {
  const html = await htmlOf(kinds['milestone with headings']);
  expect(html).toContain('<div class="prose" dir="auto">');
  const [, id] = /<h2 id="([^"]+)">Why it simmers/.exec(html) ?? [];
  expect(html).toContain(`<a class="anchor" href="#${id}"`);
});

test('all structured data are valid according to schema.org', async () => {
  const check = await (await loadJudges()).structuredDataChecker();
  const found: string[] = [];
  let reported = 0;
  for (const path of oneOfEach(await htmlFiles())) {
    const html = await htmlOf(path);
    reported += html.split('<script type="application/ld+json">').length - 1;
    found.push(...(await check(html)).map((issue) => `${path} ${issue}`));
  }
  expect(found).toEqual([]);
  expect(reported).toBeGreaterThan(50);
});

test('a release of 2 kB weighs at most 14 kB with its style sheets', async () => {
  const html = await htmlOf(kinds['release with everything']);
  expect(await weightToRead(site, html)).toBeLessThan(14_000);
});

test('the page about subscribing weighs at most 4.8 kB', async () => {
  expect(await weightOf(site, [`${kinds.subscribe}index.html`])).toBeLessThan(4_800);
});

test('only the search page has more than 12 kB of scripts', async () => {
  const weights = await Promise.all(
    all
      .filter((path) => path !== kinds.search)
      .map(async (path) => weightOfScripts(site, await htmlOf(path))),
  );
  expect(Math.max(...weights)).toBeLessThan(12_000);
  expect(Math.max(...weights)).toBeGreaterThan(1_000);
});

test('the upgrade planner has at most 9 kB of scripts, which no other page loads', async () => {
  const html = await htmlOf(kinds['upgrade planner']);
  expect(await weightOfScripts(site, html)).toBeLessThan(9_000);
  const own = /_astro\/UpgradePlanner[^"]+\.js/.exec(html)?.[0] ?? 'missing';
  const pages = await htmlFiles();
  const loading = await Promise.all(
    pages.map(async (path) => ((await htmlOf(path)).includes(own) ? [path] : [])),
  );
  expect(loading.flat()).toEqual(['upgrade/index.html']);
});

test('the fonts for titles and text weigh at most 45 kB together', async () => {
  const weights = Object.values(await weightOfFaces(site));
  expect(weights).toHaveLength(2);
  expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(45_000);
});

/** One kind of page with each of the scripts and style sheets. */
const heaviest = [
  ...['home', 'release with everything', 'search', 'planned upgrade', 'milestone'],
  ...['roadmap', 'roadmap as a timeline'],
] as (keyof typeof kinds)[];

test('the home lists pinned releases in lines, and names the rest of each text', async () => {
  const { page, url } = shared;
  await page.goto(url);
  expect(await page.locator('.pinned .listed time').count()).toBeGreaterThan(0);
  expect(await page.locator('.entry .pin').count()).toBe(0);
  expect(await page.locator('.title-line summary').textContent()).toBe('Subscribe');
  const more = await page.locator('.read-on').allTextContents();
  expect(more.length).toBeGreaterThan(0);
  expect(more.filter((text) => !/^Read more: \S/.test(text))).toEqual([]);
  const items = await page
    .locator('article.entry')
    .evaluateAll((all) =>
      all.map((one) => one.querySelectorAll('.prose li, .changes > * > li').length),
    );
  expect(Math.max(...items)).toBeLessThanOrEqual(5);
});

test('references keep their direction in a right-to-left text', async () => {
  await using reader = await openReader(browser, site);
  const { page } = reader;
  await page.goto(reader.url + kinds['release with everything']);
  const places = await page
    .locator('.prose')
    .first()
    .evaluate((prose) => {
      prose.setAttribute('dir', 'rtl');
      document.documentElement.dir = 'rtl';
      prose.innerHTML = '<p>إصلاح البحث (<a href="#x">#120</a>)</p>';
      const text = prose.querySelector('a')?.firstChild;
      const range = document.createRange();
      return [0, 1, 3].map((at) => {
        if (text) range.setStart(text, at);
        if (text) range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      });
    });
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('a page takes at most 100 kB and ten requests, without pictures and upgrade data', async () => {
  const found: string[] = [];
  await using reader = await openReader(browser, site, { viewport: { width: 390, height: 900 } });
  // With a route, the browser does not use its cache, so each page requests all its files.
  await reader.page.route('**', (route) => route.continue());
  let files: string[] = [];
  reader.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Only some builds of Chromium load the site's icon, which is no "image" to them.
    if (request.resourceType() === 'image' || /^.(?:upgrade.*json|favicon.*)$/.test(pathname))
      return;
    files.push(pathname.replace(/\/$/, '/index.html'));
  });
  for (const path of isSoak ? all : heaviest.map((kind) => kinds[kind])) {
    files = [];
    await reader.page.goto(reader.url + path, { waitUntil: 'networkidle' });
    const bytes = await weightOf(site, files);
    expect(files.length, path).toBeGreaterThan(3);
    if (files.length > 10 || bytes > 100_000)
      found.push(`${path}: ${files.length} requests, ${bytes} bytes`);
  }
  expect(found).toEqual([]);
}, 120_000);

// The roadmap's own tests check its pages.
const arriving = ['home', 'release with everything', 'subscribe'] as const;

test.each(
  isSoak
    ? arriving.flatMap((kind) => [340, 390, 820, 1440].map((width) => [kind, width] as const))
    : ([
        ['home', 390],
        ['release with everything', 820],
        ['home', 1440],
        ['release with everything', 1440],
        ['subscribe', 340],
      ] as const),
)(
  'nothing shifts on the %s at %i px while it, its scripts and its fonts load',
  async (kind, width) => {
    const { asItArrives, asFacesArrive } = await shiftOf(browser, site, kinds[kind], { width });
    expect(asItArrives).toBeLessThan(0.001);
    expect(asFacesArrive).toBeLessThan(0.001);
  },
);

/**
 * One page of each series of numbered pages, and all other pages. Label pages share their components,
 * and so do version pages: the soak run takes all of them, other runs take one of each.
 */
function oneOfEach(paths: string[]): string[] {
  const series = isSoak
    ? /(plain-|many-|page\/)\d+/g
    : /(plain-|many-|page\/)\d+|((?:^|\/)labels\/|^upgrade\/[^/]+\/)[^/]+/g;
  return [...new Map(paths.map((path) => [path.replace(series, '$1$2'), path])).values()];
}

/** Paths of all pages of the site. */
async function htmlFiles(): Promise<string[]> {
  return (await filesBelow(site)).filter((file) => file.endsWith('.html'));
}

function htmlOf(address: string): Promise<string> {
  const [path = ''] = address.split('?');
  return readFile(join(site, path.endsWith('.html') ? path : `${path}index.html`), 'utf8');
}

async function openForAxe({ page, url }: Reader, path: string): Promise<void> {
  await page.goto(url + path);
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await loadAxe(page);
}

/** Violations that axe finds on the open page, as one line each. */
async function violations(
  { page }: Reader,
  only: readonly string[] | undefined,
): Promise<string[]> {
  const violations = await violationsOn(
    page,
    // axe only checks the target size of WCAG 2.2 AA if the rule is enabled.
    only ? { runOnly: [...only] } : { rules: { 'target-size': { enabled: true } } },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${page.url()} ${id} ${target.join(' ')} ${failureSummary}`,
    ),
  );
}

/**
 * Runs in the page: gives the site each of the names, and returns what is wrong with the position of
 * the theme switch.
 */
function troublesOfSwitch(names: string[]): string[] {
  const [link, button] = ['.site-name', '.theme'].map((one) => document.querySelector(one));
  if (!link || !button) return ['missing'];
  return names.flatMap((name) => {
    link.textContent = name;
    const [first] = linesOf(link);
    const place = button.getBoundingClientRect();
    const meets = (one: DOMRect) => place.top < one.bottom && place.bottom > one.top;
    if (!first || !meets(first)) return `${name}: not beside the name`;
    const words = [link, ...document.querySelectorAll('.site-header nav a')].flatMap(linesOf);
    const covers = (one: DOMRect) => meets(one) && place.left < one.right && place.right > one.left;
    if (words.some(covers)) return `${name}: covers something`;
    const isWider = document.documentElement.scrollWidth > innerWidth;
    return isWider ? `${name}: wider than the page` : [];
  });

  function linesOf(element: Element): DOMRect[] {
    const text = document.createRange();
    text.selectNodeContents(element);
    return [...text.getClientRects()];
  }
}
