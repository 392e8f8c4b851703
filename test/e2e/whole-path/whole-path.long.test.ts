import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '../../support/chromium.ts';
import { runCommand } from '../../support/command.ts';
import { openReader } from '../../support/reader.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { startApi, type TestApi } from './api.ts';
import { dataSetFiles, type Expected, expectedOf } from './data-sets.ts';
import { filesBelow, findTexts, listing } from './files.ts';
import { withoutCards } from './written-site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe.each(dataSetFiles.map((file) => [basename(file), file]))('%s', (_, file) => {
  let folder: string;
  let content: string;
  let dist: string;
  let api: TestApi;
  let expected: Expected;
  const sync = () =>
    runHosted('sync', {
      cwd: folder,
      env: { API_BASE_URL: api.url, API_KEY: api.key },
      // The pictures of a real workspace are on other hosts, to which tests send no requests.
      args: ['--content', content, '--json', '--no-assets'],
    });

  beforeAll(async () => {
    expected = expectedOf(file, new Date());
    const temp = await tempFolder();
    folder = temp.path;
    [content, dist] = [join(folder, 'content'), join(folder, 'dist')];
    api = await startApi(file);
    const synced = await sync();
    expect(synced).toMatchObject({ code: 0 });
    const siteConfig = join(folder, 'site.config.ts');
    await writeFile(siteConfig, `export default ${JSON.stringify(withoutCards)};\n`);
    const built = await runCommand('build', {
      cwd: folder,
      env: {
        CONTENT_DIR: content,
        OUT_DIR: dist,
        SITE_URL: 'https://example.com',
        SITE_CONFIG: siteConfig,
      },
    });
    expect(built).toMatchObject({ code: 0, stderr: '' });
    return async () => {
      await api[Symbol.asyncDispose]();
      await temp[Symbol.asyncDispose]();
    };
  });

  test('exactly the public releases are in the content folder', async () => {
    const ids = await idsIn(join(content, 'releases'));
    expect(ids).toEqual(expected.publicReleases.map(({ id }) => id).sort());
    expect(ids.length).toBeGreaterThan(10);
  });

  test('exactly the public milestones are in the content folder', async () => {
    const ids = await idsIn(join(content, 'milestones'));
    expect(ids).toEqual(expected.publicMilestones.map(({ id }) => id).sort());
    expect(ids.length).toBeGreaterThan(5);
  });

  test('every entry has its page', async () => {
    const pages = await filesBelow(dist);
    for (const { slug } of expected.publicReleases)
      expect(pages).toContain(join('releases', slug, 'index.html'));
    for (const { slug } of expected.publicMilestones)
      expect(pages).toContain(join('roadmap', slug, 'index.html'));
  });

  test('content and site contain nothing of drafts, private or scheduled entries, and subscribers', async () => {
    expect(expected.secrets.length).toBeGreaterThan(10);
    expect(await findTexts(content, expected.secrets)).toEqual([]);
    expect(await findTexts(dist, expected.secrets)).toEqual([]);
  });

  test('a second sync writes nothing, and reports that', async () => {
    const before = await listing(content);
    const { stdout } = await sync();
    expect(JSON.parse(stdout).files).toEqual({ written: 0, removed: 0 });
    expect(await listing(content)).toEqual(before);
  });

  test('a reader reads the changelog, opens a release, and opens the roadmap', async () => {
    await using reader = await openReader(browser, dist, { reducedMotion: 'no-preference' });
    const { page } = reader;
    await page.goto(reader.url);
    expect(await page.locator('h1').textContent()).toContain('Changelog');
    const link = page.locator('article h2 a').first();
    const title = (await link.textContent()) ?? '';
    const slug = /\/releases\/([^/]+)\/$/.exec((await link.getAttribute('href')) ?? '')?.[1];
    expect(expected.publicReleases.map((one) => one.slug)).toContain(slug);
    await link.click();
    await expectHeading(page, title);
    await page.getByRole('navigation', { name: 'Main' }).getByText('Roadmap').click();
    await expectHeading(page, 'Roadmap');
    await page
      .locator('.card')
      .nth(expected.publicMilestones.length - 1)
      .waitFor();
    expect(await page.locator('.card').count()).toBe(expected.publicMilestones.length);
    const card = page.locator('.card a').first();
    const milestone = (await card.textContent()) ?? '';
    await card.click();
    await expectHeading(page, milestone);
    expect(reader.troubles).toEqual([]);
  });
});

async function expectHeading(page: Page, text: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
}

async function idsIn(folder: string): Promise<string[]> {
  const files = await filesBelow(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.map((text) => JSON.parse(text).id).sort();
}
