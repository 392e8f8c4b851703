import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../support/chromium.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { developHost, putHost, putPackages } from './host.ts';

async function plainHost() {
  await mkdir(resolve('.cache'), { recursive: true });
  const temp = await tempFolder(resolve('.cache'));
  const folder = join(temp.path, 'site');
  await putPackages(temp.path);
  await putHost('plain', folder);
  // Reading the collection of the site's own page takes a fifth of the time, and is tested by builds.
  for (const file of ['content.config.ts', 'pages/news.astro']) await rm(join(folder, 'src', file));
  return { folder, [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose]() };
}

test('astro dev shows mounted pages and documents, with their scripts and styles', async () => {
  await using host = await plainHost();
  await using lifetimes = new AsyncDisposableStack();
  const server = lifetimes.use(await developHost(host.folder));
  const browser = await sharedBrowser();
  const url = `${server.url}/docs/changelog/`;
  const feed = await fetch(`${url}rss.xml`);
  expect([feed.status, await feed.text()]).toEqual([200, expect.stringContaining('<rss ')]);
  expect((await fetch(`${url}releases/none/`)).status).toBe(404);

  const page = await browser.newPage();
  lifetimes.defer(() => page.close());
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(url);
  expect(await page.title()).toBe('Waymark Changelog | Acme');
  const part = page.locator('.waymark');
  await part.getByText('Filter', { exact: true }).click();
  await part
    .getByRole('link', { name: /^Service/ })
    .first()
    .click();
  await part.locator('.matches .listed').first().waitFor();
  const family = await part.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily);
  expect(family).toMatch(/^Newsreader/);

  await page.goto(`${url}releases/what-waymark-is-for/`);
  const hero = part.locator('img.hero');
  await hero.evaluate((picture: HTMLImageElement) => picture.decode());
  const shown = await hero.evaluate((picture: HTMLImageElement) => picture.currentSrc);
  expect(shown).toMatch(/\/docs\/changelog\/assets\/[\da-f]{20}-800\.webp$/);
  expect(errors).toEqual([]);
});
