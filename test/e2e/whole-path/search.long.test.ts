import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counted } from '../../../src/site/base/strings/counted.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { milestoneEntry, releaseEntry, workspaceEntry } from '../../support/entries.ts';
import { openReader, type Reader } from '../../support/reader.ts';
import { shareTab } from './share-tab.ts';
import { buildWritten, unusual, type WrittenContent, type WrittenSite } from './written-site.ts';

const german = stringsFor('de');

// German, right to left and under a base path, to cover unusual settings.

const words = german.searchPage;
const found = counted('de', words.found);
const releases = [
  releaseEntry('builds', {
    title: 'Faster builds',
    project: 'p-web',
    labels: ['l-speed'],
    released_at: '2026-03-01T00:00:00.000Z',
    body: '<p>Builds take half as long.</p><h2 id="n-the-cache">The cache</h2><p>It is kept between builds.</p>',
    attachments: [
      { type: 'LINK', title: 'builds-sbom.json', url: 'https://example.com/builds-sbom.json' },
    ],
    changes: [
      { type: 'fixed', html: 'A broken <em>zeppelin</em> no longer lands' },
      { type: 'new', html: 'Builds in parallel' },
    ],
  }),
  releaseEntry('ships', {
    labels: ['l-plain'],
    released_at: '2024-05-01T00:00:00.000Z',
    body: '<p>Air builds on this.</p>',
  }),
  releaseEntry('prose', { body: `${'<p>And so on.</p>'.repeat(200)}<p>A deep walrus.</p>` }),
  ...Array.from({ length: 25 }, (_, n) =>
    releaseEntry(`small-${n}`, {
      released_at: '2024-04-01T00:00:00.000Z',
      title: `Ordinary ${n}`,
      version: `${n}.0.0`,
    }),
  ),
  ...['9.1.0-rc.2', '9.1.0', '9.1.0-rc.1'].map((version, n) =>
    releaseEntry(version, {
      title: `Otter ${version}`,
      version,
      released_at: `2023-0${3 - n}-01T00:00:00.000Z`,
      body: '<p>Calls <code>onTransitionEnd</code>.</p>',
    }),
  ),
];

const content: WrittenContent = {
  workspace: {
    ...workspaceEntry,
    change_types: [
      { slug: 'new', title: 'New', color: null },
      { slug: 'fixed', title: 'Fixed', color: null },
    ],
  },
  projects: [
    { id: 'p-web', slug: 'web', name: 'Web' },
    { id: 'p-app', slug: 'app', name: 'App' },
  ],
  labels: [
    { id: 'l-speed', slug: 'speed', name: 'Speed', color: null },
    { id: 'l-plain', slug: 'plain', name: 'Plain', color: null },
  ],
  releases,
  milestones: [milestoneEntry('quokka', { title: 'Something with a quokka' })],
};

let site: WrittenSite;
let browser: Browser;
beforeAll(async () => {
  site = await buildWritten(content, '/notes/', unusual);
  browser = await sharedBrowser();
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const openTab = (options: BrowserContextOptions = {}) =>
  openReader(browser, site.dist, options, '/notes/');
const open = shareTab(openTab);

test('links from a word in a change to that change', async () => {
  const reader = await open('search/');
  const { page } = reader;
  await fieldOf(page).focus();
  await page.keyboard.type('zeppelin');
  await eventually(() => status(page)).toBe(found(1));
  expect(await page.locator('mark').allTextContents()).toEqual(['zeppelin']);
  expect(await titles(page).allTextContents()).toEqual(['Faster builds']);
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(/\/notes\/releases\/builds\/#change-[0-9a-f]{8}$/);
  expect(await page.locator(':target').textContent()).toContain('zeppelin');
  expect(reader.troubles).toEqual([]);
});

test('shows results in the text direction of their content', async () => {
  const reader = await open('search/?q=kept');
  const { page } = reader;
  await page.getByRole('link', { name: 'The cache' }).waitFor();
  const directions = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((some) => some.map((one) => getComputedStyle(one).direction));
  expect(await directions('html')).toEqual(['rtl']);
  for (const one of ['.found h2', '.found-places a', '.found-places p'])
    expect(await directions(one), one).toEqual(['ltr']);
  await page.goto(`${reader.url}search/?q=air`);
  await page.locator('.found-text').waitFor();
  expect(await directions('.found-text')).toEqual(['ltr']);
});

test('leads to the section of a heading', async () => {
  const reader = await open('search/?q=cache');
  await reader.page.getByRole('link', { name: 'The cache' }).click();
  await reader.page.waitForURL('**/notes/releases/builds/#n-the-cache');
  expect(await reader.page.locator(':target').textContent()).toContain('The cache');
});

test('the title of a result opens the part of the page that matches, unless it has the words', async () => {
  const { page } = await open('search/?q=cache');
  const link = titles(page).locator('a');
  await eventually(() => link.getAttribute('href')).toMatch(/\/builds\/#n-the-cache$/);
  await fieldOf(page).fill('faster builds');
  await eventually(() => link.getAttribute('href')).toMatch(/\/builds\/$/);
});

test('finds a file by its name, and opens the list of files', async () => {
  const { page } = await open('search/?q=builds+sbom');
  await page.getByRole('link', { name: german.attachments }).waitFor();
  expect(await page.locator('.found-places p').allTextContents()).toEqual(['builds-sbom.json']);
  await titles(page).locator('a').click();
  await page.waitForURL('**/notes/releases/builds/#attachments');
  expect(await page.locator(':target').textContent()).toContain('builds-sbom.json');
  const link = page.locator('.entry-meta').getByRole('link', { name: german.attachments });
  expect(await link.getAttribute('href')).toBe('#attachments');
});

test('a filter without words lists its releases, newest first, also from an address', async () => {
  const { page, url } = await open('search/?label=speed');
  await eventually(() => status(page)).toBe(found(1));
  expect(await titles(page).allTextContents()).toEqual(['Faster builds']);
  expect(await page.locator('[data-ways]').isVisible()).toBe(false);
  await page.goto(`${url}search/`);
  await page.locator('select[name=year]').selectOption('2023');
  await eventually(() => titles(page).allTextContents()).toEqual(['Otter 9.1.0']);
  await page.locator('select[name=year]').selectOption('');
  await eventually(() => page.locator('[data-ways]').isVisible()).toBe(true);
  expect(await titles(page).count()).toBe(0);
});

test('links with a text fragment to a word deep in a text without headings', async () => {
  const reader = await open('search/?q=walrus');
  const link = titles(reader.page).locator('a');
  // Checks only the link, because the test browser does not scroll to text fragments.
  expect(await link.getAttribute('href')).toMatch(/\/notes\/releases\/prose\/#:~:text=walrus$/);
  await fieldOf(reader.page).fill('air');
  await eventually(() => link.getAttribute('href')).toMatch(/\/notes\/releases\/ships\/$/);
});

test('shows the candidates of a version below it, and marks a part of an identifier', async () => {
  const { page } = await open('search/?q=transitionend');
  await eventually(() => status(page)).toBe(found(3));
  expect(await titles(page).allTextContents()).toEqual(['Otter 9.1.0']);
  expect(await page.locator('mark').allTextContents()).toEqual(['TransitionEnd']);
  await page.locator('.found-candidates summary').click();
  const candidates = page.locator('.found-candidates a');
  expect(await candidates.allTextContents()).toEqual(['Otter 9.1.0-rc.2', 'Otter 9.1.0-rc.1']);
  await candidates.first().click();
  await page.waitForURL('**/notes/releases/9.1.0-rc.2/');
});

test('loads no search files before the reader searches', async () => {
  await using reader = await openAlone('');
  const { page } = reader;
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The browser requests the icon on its own, at any time.
    if (!pathname.includes('/favicon.')) requests.push(pathname);
  });
  const ofSearch = /^\/notes\/search\/.|search-session/;
  for (const path of ['', 'releases/builds/', 'roadmap/', 'search/'])
    await page.goto(reader.url + path, { waitUntil: 'networkidle' });
  expect(requests.length).toBeGreaterThan(8);
  expect(requests.filter((path) => ofSearch.test(path))).toEqual([]);
  requests.length = 0;
  await fieldOf(page).focus();
  await page.keyboard.type('builds');
  await eventually(() => status(page)).toBe(found(2));
  const scripts = requests.filter((path) => /^\/notes\/_astro\/.*\.js$/.test(path));
  expect(scripts.length).toBeGreaterThan(0);
  const index = requests.filter((path) => !scripts.includes(path));
  const named = index.map((path) =>
    path.replace('/notes/search/', '').replace(/\d+\.txt/, 'n.txt'),
  );
  expect(named.sort()).toEqual([
    ...['2024/texts-12.json', '2026/texts-0.json', 'current.json', 'current/n.txt'],
  ]);
});

test('says that it is searching until all files have arrived', async () => {
  await using reader = await openAlone('search/');
  const { page } = reader;
  const older = Promise.withResolvers<void>();
  await page.route('**/current.json', async (route) => {
    await older.promise;
    await route.continue();
  });
  await fieldOf(page).focus();
  await page.keyboard.type('builds');
  await eventually(() => status(page)).toBe(words.searching);
  older.resolve();
  await eventually(() => status(page)).toBe(found(2));
  expect(await titles(page).allTextContents()).toEqual(['Faster builds', 'Title of ships']);
});

test('links to a milestone, and finds a release by its project’s name', async () => {
  const reader = await open('search/?q=quokka');
  const { page } = reader;
  await eventually(() => status(page)).toBe(german.board.milestones(1));
  await fieldOf(page).fill('web builds');
  await eventually(() => status(page)).toBe(found(1));
  await fieldOf(page).fill('quokka');
  await page.getByRole('link', { name: 'Something with a quokka' }).click();
  await page.waitForURL('**/notes/roadmap/quokka/');
});

test('filters the results, and keeps words and filters in the URL', async () => {
  const reader = await open('search/?q=builds&type=gone');
  const { page } = reader;
  await eventually(() => status(page)).toBe(found(2));
  await page.getByLabel(words.filters.type).selectOption('fixed');
  await eventually(() => status(page)).toContain(words.nothingFiltered);
  await page.getByLabel(words.filters.type).selectOption('new');
  await page.getByLabel(words.filters.label).selectOption('speed');
  // The type alone leaves the same result, so only the URL says when the label is applied.
  await eventually(async () => new URL(page.url()).search).toBe('?q=builds&type=new&label=speed');
  await eventually(() => status(page)).toBe(found(1));
  expect(await page.locator('ol > li li').allTextContents()).toEqual([
    expect.stringMatching(/New\s+Builds in parallel/),
  ]);
  await page.reload();
  await eventually(() => status(page)).toBe(found(1));
  await page.getByLabel(words.filters.type).selectOption('fixed');
  await page.getByRole('button', { name: words.withoutFilters }).click();
  await eventually(() => status(page)).toBe(found(2));
  expect(new URL(page.url()).search).toBe('?q=builds');
  const titles = () => page.locator('.found h2').allTextContents();
  const best = await titles();
  await page.getByLabel(german.board.order).selectOption(words.oldestFirst);
  await eventually(async () => new URL(page.url()).search).toBe('?q=builds&order=oldest');
  await eventually(titles).toEqual(best.toReversed());
  await page.reload();
  await eventually(titles).toEqual(best.toReversed());
});

test('loads only the files of the year that the reader chooses', async () => {
  await using reader = await openAlone('search/');
  const { page } = reader;
  await page.getByLabel(words.filters.year).selectOption('2024');
  const years: string[] = [];
  page.on('request', (request) => {
    years.push(...(/\/search\/\d+\//.exec(request.url()) ?? []));
  });
  await fieldOf(page).fill('builds');
  await eventually(() => status(page)).toBe(found(1));
  expect([...new Set(years)]).toEqual(['/search/2024/']);
});

test('shows similar words if nothing matches, and says so', async () => {
  const reader = await open('search/?q=zepelin');
  await eventually(() => status(reader.page)).toBe(words.near);
  expect(await reader.page.locator('mark').allTextContents()).toEqual(['zeppelin']);
  await fieldOf(reader.page).fill('xylograph qwertzuiop');
  await eventually(() => status(reader.page)).toBe(words.nothing);
});

test('names a word that it left out, but no common words', async () => {
  const { page } = await open('search/?q=gibt+ein+lemming+mit+zeppelin');
  await eventually(() => status(page)).toBe(`${found(1)} · ${words.leftOut} lemming`);
  await fieldOf(page).fill('gibt ein zeppelin');
  await eventually(() => status(page)).toBe(found(1));
});

test('answers a query without words and one with a single digit', async () => {
  const reader = await open('search/?q=…');
  await eventually(() => status(reader.page)).toBe(words.nothing);
  await fieldOf(reader.page).fill('7.');
  await eventually(() => titles(reader.page).allTextContents()).toEqual(['Ordinary 7']);
});

test('shows more results on request, and moves the focus to the first of them', async () => {
  const reader = await open('search/?q=ordinary');
  const { page } = reader;
  await eventually(() => status(page)).toBe(found(25));
  await eventually(() => titles(page).count()).toBe(10);
  await page.getByRole('button', { name: words.more }).press('Enter');
  await eventually(() => titles(page).count()).toBe(20);
  await eventually(() => isActive(page.locator('ol > li:nth-child(11) h2 a'))).toBe(true);
});

test('going back restores the results and the scroll position', async () => {
  await using reader = await openAlone('search/?q=ordinary');
  const { page } = reader;
  await page.getByRole('button', { name: words.more }).click();
  const last = titles(page).nth(19).locator('a');
  await last.scrollIntoViewIfNeeded();
  const [name, before] = [await last.textContent(), await page.evaluate(() => scrollY)];
  expect(before).toBeGreaterThan(400);
  await last.click();
  await page.waitForURL('**/releases/**');
  await page.goBack();
  await eventually(() => titles(page).count()).toBe(20);
  await eventually(() => page.evaluate(() => scrollY)).toBe(before);
  expect(await titles(page).nth(19).textContent()).toBe(name);
  // A new visit, other than by going back, starts at the top.
  await page.goto(`${reader.url}roadmap/`);
  await page.goto(`${reader.url}search/?q=ordinary`);
  await eventually(() => titles(page).count()).toBe(10);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('says that results are missing if a file fails to load, and loads it on retry', async () => {
  await using reader = await openAlone('search/');
  const { page } = reader;
  await page.route('**/2024/texts-*.json', (route) => route.abort());
  await fieldOf(page).focus();
  await page.keyboard.type('builds');
  await eventually(() => status(page)).toBe(`${found(2)} ${words.failed}`);
  expect(await titles(page).allTextContents()).toEqual(['Faster builds']);
  await page.unroute('**/2024/texts-*.json');
  await page.getByRole('button', { name: words.again }).click();
  await eventually(() => status(page)).toBe(found(2));
});

test('a shortcut leads to the search field from every page, until the reader turns it off', async () => {
  await using reader = await openAlone('releases/builds/');
  const { page } = reader;
  await page.keyboard.press('/');
  await page.waitForURL('**/notes/search/');
  const field = fieldOf(page);
  const isFocused = () => isActive(field);
  await eventually(isFocused).toBe(true);
  await page.keyboard.type('a/builds');
  await eventually(() => field.inputValue()).toBe('a/builds');
  await page.getByLabel(words.shortcut).focus();
  await page.keyboard.press('/');
  expect(await isFocused()).toBe(true);
  // Results move the checkbox, and leaving during a search would abort its requests.
  await eventually(() => page.getByRole('status').textContent()).toMatch(/\d|Nothing/);
  await page.getByLabel(words.shortcut).uncheck();
  await page.goto(`${reader.url}releases/builds/`, { waitUntil: 'load' });
  const isTaken = page.evaluate(() => {
    const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(event);
  });
  expect(await isTaken).toBe(false);
  expect(reader.troubles).toEqual([]);
});

test('does not move the focus on load: Tab starts at the top of the page', async () => {
  const reader = await open('releases/builds/');
  const { page } = reader;
  const link = page.locator('nav [data-link=search]');
  await link.press('Enter');
  await page.waitForURL('**/notes/search/');
  await page.keyboard.press('Tab');
  expect(await isActive(page.locator('.skip'))).toBe(true);
  await page.goto(`${reader.url}search/?q=builds`);
  await eventually(() => status(page)).toBe(found(2));
  await page.keyboard.press('Tab');
  expect(await isActive(page.locator('.skip'))).toBe(true);
});

test('focuses the field after a click on the search link, also on the search page itself', async () => {
  const reader = await open('releases/builds/');
  const { page } = reader;
  for (const _ of ['comes', 'stays']) {
    await page.locator('nav [data-link=search]').click();
    await page.waitForURL('**/notes/search/');
    await eventually(() => isActive(fieldOf(page))).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  expect(reader.troubles).toEqual([]);
});

test('without JavaScript, offers links instead of a search field', async () => {
  await using reader = await openAlone('search/', { javaScriptEnabled: false });
  const { page } = reader;
  expect(await page.locator('noscript p').isVisible()).toBe(true);
  expect(await fieldOf(page).isVisible()).toBe(false);
  const ways = await page
    .locator('main dl a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(ways).toEqual(expect.arrayContaining(['/notes/2026/', '/notes/projects/web/', '/notes/']));
});

/** Opens a page in a tab of its own. */
async function openAlone(path: string, options: BrowserContextOptions = {}): Promise<Reader> {
  const reader = await openTab(options);
  await reader.page.goto(reader.url + path);
  return reader;
}

/** Polls with a long timeout for slow machines. */
function eventually<T>(what: () => Promise<T>) {
  return expect.poll(what, { timeout: 20_000 });
}

function fieldOf(page: Page): Locator {
  return page.locator('main [type=search]');
}

function titles(page: Page): Locator {
  return page.locator('ol > li h2');
}

function isActive(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one === document.activeElement);
}

/** The text of the status region, which screen readers announce. */
function status(page: Page): Promise<string | null> {
  return page.locator('main [role=status]').textContent();
}
