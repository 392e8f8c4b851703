import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPalette } from '../../../src/model/content/palette.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { releaseEntry, workspaceEntry } from '../../support/entries.ts';
import { openReader } from '../../support/reader.ts';
import { mp4 } from '../../sync/pictures.ts';
import { shareTab } from './share-tab.ts';
import { buildWritten, type WrittenSite, withoutCards } from './written-site.ts';

const part = (n: number) => `<h2 id="n-part-${n}">Part ${n}</h2><p>${'word '.repeat(150)}</p>`;
const film = { file: 'film.mp4', bytes: mp4.length };
const releases = [
  releaseEntry('long', {
    title: 'A long read',
    body: [1, 2, 3, 4].map(part).join(''),
    hero: { type: 'film', asset: film },
    changes: ['One', 'Two', 'Three'].map((html) => ({ type: null, html })),
  }),
  releaseEntry('linked', { hero: { type: 'video', url: 'https://video.example/watch' } }),
  releaseEntry('same-ids', { body: part(1) }),
];

let site: WrittenSite;
let browser: Browser;
beforeAll(async () => {
  const workspace = workspaceEntry;
  const content = { workspace, projects: [], labels: [], releases, milestones: [] };
  site = await buildWritten(content, '/', withoutCards);
  await mkdir(join(site.dist, 'assets'), { recursive: true });
  await writeFile(join(site.dist, 'assets', film.file), mp4);
  browser = await sharedBrowser();
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const open = shareTab(() => openReader(browser, site.root));
const openPlain = shareTab(() => openReader(browser, site.root, { javaScriptEnabled: false }));

test.each([
  ['Link to “Part 2”', 'Part 2'],
  ['Link to change 3', 'Three'],
])('without JavaScript, the keyboard reaches every heading and change: %s', async (name, text) => {
  const reader = await openPlain('releases/long/');
  await reader.page.getByRole('link', { name, exact: true }).press('Enter');
  await reader.page.locator(':target', { hasText: text }).waitFor();
});

test('a change can be linked by its own anchor, and by its number as in old links', async () => {
  const reader = await open('releases/long/');
  const { page, url } = reader;
  const change = page.getByRole('listitem').filter({ hasText: 'Two' });
  const plain = await change.evaluate((item) => getComputedStyle(item).backgroundColor);
  const own = await change.getByRole('link').getAttribute('href');
  expect(own).toMatch(/^#change-[0-9a-f]{8}$/);
  for (const fragment of [own, '#change-2']) {
    await page.goto(`${url}releases/long/${fragment}`);
    await page.locator(':target', { hasText: 'Two' }).waitFor();
    expect(await change.evaluate((item) => getComputedStyle(item).backgroundColor)).not.toBe(plain);
  }
  expect(reader.troubles).toEqual([]);
});

test('copies the address of a change and confirms it', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await using reader = await openReader(browser, site.root, { permissions });
  const { page, url } = reader;
  await page.goto(`${url}releases/long/`);
  await page.getByText('Two', { exact: true }).hover();
  await page.getByRole('link', { name: 'Link to change 2' }).click();
  await page.getByRole('status').getByText('Link copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/releases\/long\/#change-[0-9a-f]{8}$/);
  expect(page.url()).toBe(copied);
  expect(reader.troubles).toEqual([]);
});

test('still leads to a change if the address cannot be copied', async () => {
  await using reader = await openReader(browser, site.root);
  const { page, url } = reader;
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
  await page.goto(`${url}releases/long/`);
  await page.getByRole('link', { name: 'Link to change 2' }).press('Enter');
  await page.locator(':target', { hasText: 'Two' }).waitFor();
  expect(await page.getByRole('status').textContent()).toBe('');
  expect(reader.troubles).toEqual([]);
});

test('lists the beginning of a long entry with a link to the rest', async () => {
  const reader = await open('');
  const { page } = reader;
  const ids = await page.locator('main [id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toEqual([...new Set(ids)]);
  expect(await page.getByRole('heading', { name: 'Part 4' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Read more: A long read' }).click();
  await page.getByRole('heading', { name: 'Part 4' }).waitFor();
  expect(reader.troubles).toEqual([]);
});

test('plays a mirrored video on demand, and links to others', async () => {
  const reader = await open('releases/long/');
  const { page } = reader;
  const { controls, autoplay, src } = await page
    .locator('video')
    .evaluate(({ controls, autoplay, src }: HTMLVideoElement) => ({ controls, autoplay, src }));
  expect({ controls, autoplay }).toEqual({ controls: true, autoplay: false });
  expect(src).toBe(`${reader.url}assets/film.mp4`);
  await page.goto(`${reader.url}releases/linked/`);
  const link = page.getByRole('link', { name: 'Watch the video' });
  expect(await link.getAttribute('href')).toBe('https://video.example/watch');
  expect(reader.troubles).toEqual([]);
});

test('keeps the reader’s theme, even before scripts are loaded', async () => {
  await using reader = await openReader(browser, site.root, { colorScheme: 'light' });
  const { page, url } = reader;
  const shown = () =>
    page.evaluate(() => ({
      paper: getComputedStyle(document.body).backgroundColor,
      frame: [...document.querySelectorAll('meta[name=theme-color]')].map((meta) =>
        meta.getAttribute('content'),
      ),
    }));
  await page.goto(url);
  const light = await shown();
  await page.getByRole('button', { name: 'Theme: as the system' }).click();
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  const dark = await shown();
  expect(dark.paper).not.toBe(light.paper);
  expect(dark.frame).toEqual([ownPalette.paper.dark, ownPalette.paper.dark]);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${url}releases/long/`);
  expect(await shown()).toEqual({ ...light, paper: dark.paper });
});

test('can return to the theme of the system and follow it again', async () => {
  await using reader = await openReader(browser, site.root, { colorScheme: 'dark' });
  const { page, url } = reader;
  const shown = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      ...[...document.querySelectorAll('meta[name=theme-color]')].map((meta) =>
        meta.getAttribute('content'),
      ),
    ]);
  await page.goto(url);
  const [dark, ...frames] = await shown();
  for (const state of ['as the system', 'light', 'dark'])
    await page.getByRole('button', { name: `Theme: ${state}`, exact: true }).click();
  await page.getByRole('button', { name: 'Theme: as the system', exact: true }).waitFor();
  expect(await shown()).toEqual([dark, ...frames]);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  await page.reload();
  await page.emulateMedia({ colorScheme: 'light' });
  expect((await shown())[0]).not.toBe(dark);
});

test('prints black on white, even in the dark theme', async () => {
  await using reader = await openReader(browser, site.root, { colorScheme: 'dark' });
  const { page } = reader;
  await page.goto(`${reader.url}releases/long/`);
  await page.getByRole('button', { name: 'Theme: as the system' }).dblclick();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    const { colorScheme } = getComputedStyle(document.documentElement);
    const theme = document.documentElement.getAttribute('data-theme');
    return { theme, colorScheme, color, backgroundColor };
  });
  expect(colours).toEqual({
    theme: 'dark',
    colorScheme: 'light',
    color: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
  });
});

test('has no link to an empty roadmap', async () => {
  for (const page of ['index.html', '404.html', 'releases/long/index.html']) {
    const html = await readFile(join(site.dist, page), 'utf8');
    expect(html).toContain('href="/subscribe/"');
    expect(html).not.toContain('href="/roadmap/"');
  }
});
