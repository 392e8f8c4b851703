import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPair } from '../../../src/model/content/colour-pair.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { milestoneEntry, releaseEntry, workspaceEntry } from '../../support/entries.ts';
import { filesIn } from '../../support/files-in.ts';
import { openReader } from '../../support/reader.ts';
import { filesBelow } from './files.ts';
import { shareTab } from './share-tab.ts';
import { buildWritten, unusual, type WrittenContent, type WrittenSite } from './written-site.ts';

// The site is at /notes/, in German, right-to-left, with five entries per page. It is built with
// fewer releases, and then again with more.

const releases = Array.from({ length: 23 }, (_, n) => release(n));
const old = releaseEntry('old', { released_at: '0404-01-02T00:00:00.000Z' });
/** The files of the first build, byte for byte, by path. */
let before: Record<string, string>;
let site: WrittenSite;
let browser: Browser;

beforeAll(async () => {
  const first = contentOf([old, ...releases.slice(0, 17)]);
  [site, browser] = await Promise.all([buildWritten(first, '/notes/', unusual), sharedBrowser()]);
  before = await filesIn(site.dist);
  await site.rebuild(contentOf([old, ...releases]));
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const page = (path: string) => readFile(join(site.dist, path, 'index.html'), 'utf8');
const textBefore = (file: string) => Buffer.from(before[file] ?? '', 'latin1').toString();
const open = shareTab(() => openReader(browser, site.dist, {}, '/notes/'));
const entriesOn = (html: string) =>
  [...html.matchAll(/href="\/notes\/releases\/([^"/]+)\/"/g)].map(([, slug]) => slug);

test.each([
  ['projects/web', 11],
  ['labels/speed', 23],
  ['labels/rare', 2],
  ['labels/fresh', 1],
  ['types/fixed', 8],
  ['2026', 22],
  ['2027', 1],
  ['pre-releases', 2],
])(
  '%s/ says how many releases it has, and its pages show each of them once',
  async (path, count) => {
    const pages = (await filesBelow(site.dist)).filter(
      (file) => file.startsWith(`${path}/`) && file.endsWith('index.html'),
    );
    const shown = await Promise.all(pages.map((file) => page(dirname(file))));
    expect(new Set(shown.flatMap(entriesOn)).size).toBe(count);
    expect(await page(path)).toContain(count === 1 ? '1 Eintrag' : `${count} Einträge`);
    expect(pages).toHaveLength(1 + Math.max(0, Math.floor(count / 5) - 1));
  },
);

test('the archive of the year 404 does not replace the page for missing pages', async () => {
  expect(await page('releases')).toContain('href="/notes/404/"');
  expect(entriesOn(await page('404'))).toContain('old');
  const missing = await readFile(join(site.dist, '404.html'), 'utf8');
  expect(missing).toContain('content="noindex"');
  expect(entriesOn(missing)).toEqual([]);
});

test('when more is released, a numbered page changes only in its link to newer ones', async () => {
  const withoutNewer = (html: string) => html.replace(/<a class="pager-newer".*?<\/a>/, '');
  const numbered = Object.keys(before).filter((file) => file.includes('page/'));
  expect(numbered).toEqual(
    expect.arrayContaining(['2026/page/1/index.html', 'labels/speed/page/2/index.html']),
  );
  const changed: string[] = [];
  for (const file of numbered) {
    const html = await page(dirname(file));
    expect(withoutNewer(html), file).toBe(withoutNewer(textBefore(file)));
    if (html !== textBefore(file)) changed.push(file);
  }
  expect(changed).not.toEqual([]);
});

test('the list of all releases links to its years without opening the filters', async () => {
  const reader = await open('releases/');
  const { page } = reader;
  const about = page.locator('.archive-about');
  const text = await about.textContent();
  expect(text?.trim().split(/[\s·]+/)).toEqual(['24', 'Einträge', '2027', '2026', '404']);
  await about.getByRole('link', { name: '2026' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('2026');
  expect(reader.troubles).toEqual([]);
});

test('the list of all releases is linked from the changelog, and filters in place', async () => {
  expect(new Set(entriesOn(await page('releases'))).size).toBe(24);
  expect(await page('releases')).not.toContain('<article');
  const reader = await open('');
  const { page: tab } = reader;
  await tab.getByRole('link', { name: 'Alle Einträge' }).click();
  await tab.waitForURL(/\/notes\/releases\/$/);
  const lines = tab.locator('.listed:visible');
  expect(await lines.count()).toBe(24);
  const rare = lines.filter({ hasText: 'Title of r-09' });
  const line = await rare.innerHTML();
  await tab.getByText('Filtern', { exact: true }).click();
  await tab.getByRole('link', { name: 'Rare 2' }).click();
  await tab.getByRole('status').getByText('2 Einträge').waitFor();
  // The script renders the same line; only its `datetime` has no time of day, and the project's
  // address has its origin.
  const made = await rare.innerHTML();
  const { origin } = new URL(tab.url());
  const comparable = (html: string) =>
    html
      .replace(/T[\d:.]+Z"/, '"')
      .replace(/\s+(?=<)/g, '')
      .replace(origin, '');
  expect(comparable(made)).toBe(comparable(line));
  await tab.getByRole('navigation', { name: 'Pfad' }).getByText('Änderungen').click();
  await tab.waitForURL(/\/notes\/$/);
  expect(reader.troubles).toEqual([]);
});

test('no page overflows on a phone, from right to left', async () => {
  const viewport = { width: 390, height: 900 };
  await using reader = await openReader(browser, site.root, { viewport });
  const pages = ['', 'releases/', 'labels/speed/', '2026/', 'releases/r-09/', 'roadmap/'];
  for (const path of [...pages, 'search/', 'subscribe/', 'upgrade/']) {
    await reader.page.goto(`${reader.url}notes/${path}`);
    const width = await reader.page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 390]);
  }
  expect(reader.troubles).toEqual([]);
});

test('an archive does not change when other releases are added', async () => {
  const withoutFilters = (html: string) => html.replace(/<dl id="filters">.*?<\/dl>/s, '');
  expect(withoutFilters(await page('labels/rare'))).toBe(
    withoutFilters(textBefore('labels/rare/index.html')),
  );
});

test('every month of a year links to the position of its newest release', async () => {
  const months = [...(await page('2026')).matchAll(/href="\/notes\/(2026\/[^"#]*)#([\d-]+)"/g)];
  expect(months.length).toBeGreaterThan(4);
  for (const [, path = '', id] of months)
    expect(await page(path), `${path}#${id}`).toContain(`id="${id}"`);
});

test('the sitemap lists every archive, except an empty one, which is noindex', async () => {
  const sitemap = await readFile(join(site.dist, 'sitemap-0.xml'), 'utf8');
  const listed = [...sitemap.matchAll(/<loc>https:\/\/example\.com\/notes\/([^<]*)</g)];
  const pages = (await filesBelow(site.dist))
    .filter((file) => /^(?:projects|labels|types|pre-releases|\d{4})\/.*index\.html$/.test(file))
    .map((file) => `${dirname(file)}/`);
  const archived = listed.map(([, path = '']) => path);
  expect(pages.filter((path) => !archived.includes(path))).toEqual(['labels/planned/']);
  expect(await page('labels/planned')).toContain('<meta name="robots" content="noindex"');
});

test('without scripts, a reader gets from the filters to an archive and to its pages', async () => {
  await using reader = await openReader(browser, site.root, { javaScriptEnabled: false });
  const { page, url } = reader;
  await page.goto(`${url}notes/`);
  await page.getByText('Filtern', { exact: true }).click();
  await page.getByRole('link', { name: 'Speed 23' }).click();
  expect(new URL(page.url()).pathname).toBe('/notes/labels/speed/');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Speed');
  await page.getByRole('link', { name: 'Älter' }).click();
  expect(new URL(page.url()).pathname).toBe('/notes/labels/speed/page/3/');
  await page.getByRole('navigation', { name: 'Pfad' }).getByText('Speed').click();
  expect(new URL(page.url()).pathname).toBe('/notes/labels/speed/');
  await page.getByRole('link', { name: 'Älter' }).click();
  await page.getByRole('link', { name: 'Filtern' }).click();
  await page.getByRole('link', { name: 'Rare' }).first().click();
  expect(new URL(page.url()).pathname).toBe('/notes/labels/rare/');
  expect(reader.troubles).toEqual([]);
});

test('filters combine in place and in the address, and show the number of matches', async () => {
  await using reader = await openReader(browser, site.root);
  const { page, url } = reader;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${url}notes/?ref=mail`);
  const status = page.getByRole('status');
  const titles = () => page.locator('.matches .listed p > bdi').allTextContents();
  expect(asked).not.toContain('/notes/filters.json');

  await page.getByText('Filtern', { exact: true }).click();
  const subscribe = () => page.locator('.site-header [data-place]').getAttribute('href');
  const formats = page.locator('.subscribe .choices a:not([hidden])');
  expect(await subscribe()).toMatch(/\/notes\/subscribe\/$/);
  expect(await formats.count()).toBe(3);
  await page.getByRole('link', { name: 'Rare 2' }).click();
  await status.getByText('2 Einträge').waitFor();
  expect(await subscribe()).toMatch(/\/notes\/subscribe\/#label-rare$/);
  // The feeds of the whole list would not be those of the label.
  expect(await formats.count()).toBe(0);
  expect(await titles()).toEqual(['Web Title of r-09', 'API Title of r-02']);
  expect(await page.locator('article').first().isVisible()).toBe(false);

  await page.getByRole('link', { name: 'Web 1', exact: true }).click();
  await status.getByText('1 Eintrag').waitFor();
  expect(await subscribe()).toMatch(/#project-web$/);
  expect(await titles()).toEqual(['Web Title of r-09']);
  expect(new URL(page.url()).search).toBe('?ref=mail&project=web&label=rare');
  expect(asked.filter((path) => path === '/notes/filters.json')).toHaveLength(1);

  await page.goBack();
  await status.getByText('2 Einträge').waitFor();
  await page.goForward();
  await status.getByText('1 Eintrag').waitFor();
  await page.locator('.matches .listed a:not(.project)').click();
  await page.getByRole('heading', { level: 1, name: 'Title of r-09' }).waitFor();
  expect(reader.troubles).toEqual([]);
});

test('on a phone, open filters keep the number of matches in view, and a way to the list', async () => {
  await using reader = await openReader(browser, site.root, {
    viewport: { width: 390, height: 420 },
  });
  const { page, url } = reader;
  await page.goto(`${url}notes/`);
  await page.getByText('Filtern', { exact: true }).click();
  const toList = page.getByRole('button', { name: 'Liste zeigen' });
  expect(await toList.isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Rare 2' }).click();
  const status = page.getByRole('status');
  await status.getByText('2 Einträge').waitFor();
  expect(await isInView(status)).toBe(true);
  expect(await isInView(page.locator('.matches .listed').first())).toBe(false);
  await toList.press('Enter');
  expect(await page.locator('a:focus').textContent()).toBe('Title of r-09');
  expect(await isInView(status)).toBe(true);
  expect(await isInView(page.locator('.matches .listed').first())).toBe(true);
  expect(await toList.isVisible()).toBe(false);
});

test('an address with filters shows the matches, and the keyboard removes the filters', async () => {
  const reader = await open('?label=rare&pre-release=only');
  const { page } = reader;
  const status = page.getByRole('status');
  await status.getByText('Kein Eintrag passt zu diesen Filtern.').waitFor();
  await page.getByRole('button', { name: 'Rare' }).focus();
  await page.keyboard.press('Enter');
  await status.getByText('2 Einträge').waitFor();
  expect(await page.locator('.matches button:focus').textContent()).toBe('Nur Vorabversionen');
  await page.keyboard.press('Enter');
  await page.locator('article').first().waitFor();
  expect(await page.locator('summary:focus').textContent()).toBe('Filtern');
  expect(new URL(page.url()).search).toBe('');
  expect(await status.textContent()).toBe('');
  expect(reader.troubles).toEqual([]);
});

test('a filter chosen in an archive is added to that of the archive', async () => {
  const reader = await open('types/fixed/');
  const { page } = reader;
  await page.getByText('Filtern', { exact: true }).click();
  await page.getByRole('link', { name: '2026', exact: true }).click();
  await page.getByRole('status').getByText('8 Einträge').waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe('/notes/?type=fixed&year=2026');
  expect(reader.troubles).toEqual([]);
});

test('fifty matches are shown at a time, and the focus moves to the next ones', async () => {
  await using reader = await openReader(browser, site.root);
  const { page, url } = reader;
  await page.route('**/filters.json', async (route) => {
    const data = await (await route.fetch()).json();
    const many = (_: unknown, n: number) => data.releases[0].with(1, `Match ${n + 1}`);
    await route.fulfill({ json: { ...data, releases: Array.from({ length: 120 }, many) } });
  });
  await page.goto(`${url}notes/?label=speed`);
  await page.getByRole('status').getByText('120 Einträge').waitFor();
  const shown = () => page.locator('.matches .listed').count();
  expect(await shown()).toBe(50);
  const more = page.getByRole('button', { name: 'Mehr anzeigen' });
  await more.press('Enter');
  expect(await page.locator('a:focus').textContent()).toMatch(/Match 51$/);
  await more.press('Enter');
  expect(await shown()).toBe(120);
  expect(await more.isVisible()).toBe(false);
});

test('if the filters cannot be loaded, their links lead to the archives', async () => {
  await using reader = await openReader(browser, site.root);
  const { page, url } = reader;
  await page.route('**/filters.json', (route) => route.abort());
  await page.goto(`${url}notes/`);
  await page.getByText('Filtern', { exact: true }).click();
  await page.getByRole('link', { name: 'Rare 2' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rare' }).waitFor();
  await page.goto(`${url}notes/?label=rare`);
  await page.getByRole('status').getByText('konnten nicht geladen werden').waitFor();
  expect(await page.locator('article').first().isVisible()).toBe(true);
});

function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

/**
 * One release every nine days. The last is on 1 January 2027 in Berlin, but still in 2026 in
 * London.
 */
function release(n: number): ReleaseEntry {
  const at = n === 22 ? Date.UTC(2026, 11, 31, 23, 30) : Date.UTC(2026, 0, 5 + 9 * n);
  const isRare = n === 2 || n === 9;
  return releaseEntry(`r-${String(n).padStart(2, '0')}`, {
    released_at: new Date(at).toISOString(),
    project: n % 2 === 0 ? 'p-api' : 'p-web',
    labels: ['l-speed', ...(isRare ? ['l-rare'] : []), ...(n === 21 ? ['l-fresh'] : [])],
    is_pre_release: n === 4 || n === 20,
    changes: n % 3 === 0 ? [{ type: 'fixed', html: '<p>Mended</p>' }] : [],
  });
}

/** Content like from a sync, which leaves out labels without entries. */
function contentOf(some: ReleaseEntry[]): WrittenContent {
  const milestones = [milestoneEntry('m', { labels: ['l-planned'] })];
  const used = new Set([...some, ...milestones].flatMap(({ labels }) => labels));
  const names = ['Speed', 'Rare', 'Fresh', 'Planned'];
  const labels = names.map((name) => {
    const slug = name.toLowerCase();
    return { id: `l-${slug}`, slug, name, color: createPair('#16a34a') };
  });
  return {
    workspace: {
      ...workspaceEntry,
      change_types: [{ slug: 'fixed', title: 'Fixed', color: createPair('#7c3aed') }],
    },
    projects: [
      { id: 'p-api', slug: 'api', name: 'API' },
      { id: 'p-web', slug: 'web', name: 'Web' },
    ],
    labels: labels.filter(({ id }) => used.has(id)),
    releases: some,
    milestones,
  };
}
