import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buildFolder } from '../../../src/render/build-folder.ts';
import { paths } from '../../../src/site/base/urls.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { openReader, type Reader } from '../../support/reader.ts';
import { milestoneRow, releaseRow } from '../../support/rows.ts';
import { madeOnce } from '../../support/run/made-once.ts';
import { startApi } from '../../support/scripted-api.ts';
import { runSync } from '../../sync/run-sync.ts';
import { withoutCards } from '../whole-path/written-site.ts';
import { loadAxe, violationsOn } from './axe.ts';
import { shiftOf } from './shift.ts';
import { sixPictures } from './six-pictures.ts';

let [site, browser]: [string, Browser] = [] as never;
beforeAll(async () => {
  // Starting a browser changes `TMPDIR` for a while, so the sync has to finish first.
  site = join(await madeOnce('six-pictures', buildPictured), 'dist');
  browser = await sharedBrowser();
}, 240_000);

const page = paths.release('pictured');
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const img = (name: string, alt = name) => `<img src="/files/${name}" alt="${alt}">`;

/** A release with six pictures: a hero, four in its body and one in a change. */
async function buildPictured(folder: string): Promise<void> {
  await mkdir(folder);
  const answers = Object.entries(await sixPictures()).map(
    ([name, bytes]) => [`/files/${name}`, () => new Response(new Uint8Array(bytes))] as const,
  );
  const body = `<p>Look:</p>${img('gradient.png', '')}<p>A photo ${img('tall.jpg')} and a link <a href="https://example.com/x">${img('noise.png')}</a></p><figure>${img('screenshot.png')}<figcaption>The new page</figcaption></figure>`;
  const pictured = releaseRow('pictured', {
    hero: { type: 'image', url: '/files/photo.jpg' },
    body,
    changes: [{ content: `<p>Details: ${img('detail.png')}</p>` }],
  });
  const milestone = milestoneRow('planned', { body: img('detail.png') });
  await using api = await startApi({
    releases: [pictured],
    milestones: [milestone],
    answers: new Map(answers),
  });
  const contentDir = join(folder, 'content');
  await runSync(api.url, contentDir);
  const siteConfig = join(folder, 'site.config.ts');
  await writeFile(siteConfig, `export default ${JSON.stringify(withoutCards)};\n`);
  const site = { siteUrl: 'https://example.com', basePath: '/', siteConfig };
  await buildFolder({ contentDir, outDir: join(folder, 'dist'), ...site });
}

/** Scrolls to every picture of a page; returns the bytes of each by file name. */
async function picturesOf(reader: Reader, path: string): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  const arriving: Promise<void>[] = [];
  reader.page.on('response', (response) => {
    const [, file] = /\/assets\/([^/]+)$/.exec(response.url()) ?? [];
    if (file) arriving.push(response.body().then((body) => void bytes.set(file, body.length)));
  });
  await reader.page.goto(`${reader.url}${path}`);
  for (const one of await reader.page.locator('main img').all()) {
    await one.scrollIntoViewIfNeeded();
    await expect.poll(() => one.evaluate((it: HTMLImageElement) => it.complete)).toBe(true);
    expect(await one.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  }
  await Promise.all(arriving);
  return bytes;
}

test('six pictures of 2 MB each take at most 600 kB on a phone', async () => {
  await using reader = await openReader(browser, site, phone);
  const bytes = await picturesOf(reader, page);
  expect([...bytes.keys()].filter((file) => file.endsWith('-800.webp'))).toHaveLength(6);
  expect(bytes.size).toBe(6);
  const sum = [...bytes.values()].reduce((a, b) => a + b, 0);
  expect(sum).toBeLessThanOrEqual(600_000);
  expect(reader.troubles).toEqual([]);
});

test('a high-density screen gets larger versions, and no picture is wider than the text', async () => {
  const wide = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 };
  await using reader = await openReader(browser, site, wide);
  const bytes = await picturesOf(reader, page);
  expect([...bytes.keys()].filter((file) => /-(?:1600|1200)\.webp$/.test(file))).toHaveLength(6);
  const widths = await reader.page
    .locator('main img')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(Math.max(...widths)).toBe(552);
});

test('a picture links to its original, or keeps the link that it has', async () => {
  await using reader = await openReader(browser, site);
  await reader.page.goto(`${reader.url}${page}`);
  const links = await reader.page
    .locator('main a:has(> img)')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links).toHaveLength(6);
  expect(
    links.filter((href) => /^\/assets\/[\da-f]{20}\.(?:png|jpg)$/.test(href ?? '')),
  ).toHaveLength(5);
  expect(links).toContain('https://example.com/x');
  const answer = reader.page.waitForResponse(/assets\/[\da-f]{20}\.jpg$/);
  await reader.page.locator('a.picture:has(.hero)').click();
  expect((await answer).headers()['content-type']).toBe('image/jpeg');
});

test('nothing shifts while pictures load, and axe finds nothing', async () => {
  const { asItArrives, asFacesArrive } = await shiftOf(browser, site, page, { width: 390 });
  expect(asItArrives + asFacesArrive).toBeLessThanOrEqual(0.02);
  await using reader = await openReader(browser, site, phone);
  await picturesOf(reader, page);
  await loadAxe(reader.page);
  expect(await violationsOn(reader.page)).toEqual([]);
});

test('milestones have scaled pictures too; feeds, Markdown and JSON have the originals', async () => {
  const read = (path: string) => readFile(join(site, path), 'utf8');
  expect(await read(`${paths.milestone('planned')}index.html`)).toMatch(/srcset="[^"]+-800\.webp/);
  for (const path of ['rss.xml', 'atom.xml', 'feed.json', 'releases/pictured.md', 'changelog.json'])
    expect(await read(path)).toMatch(/assets\/[\da-f]{20}\.png/);
  expect(await read('rss.xml')).not.toMatch(/srcset|-800\.webp/);
});
