import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject, type Project } from '../../../bench/support/project.ts';
import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { openReader } from '../../support/reader.ts';
import { inMemory } from '../../support/temp-folder.ts';
import { withoutCards } from '../whole-path/written-site.ts';

const logo: SiteConfigInput['logo'] = {
  ...{ light: 'light.svg', dark: 'dark.svg' },
  ...{ width: 160, height: 32, replacesName: true },
};
/** A picture with another aspect ratio than the configured size. */
const picture = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="300"><path fill="${colour}" d="M0 0h90v300H0z"/></svg>`;

let [browser, project]: [Browser, Project] = [] as never;
beforeAll(async () => {
  [browser, project] = await Promise.all([sharedBrowser(), copyProject(inMemory)]);
  await mkdir(join(project.folder, 'public'));
  const write = (path: string, text: string) => writeFile(join(project.folder, path), text);
  await write(
    'site.config.ts',
    `export default ${JSON.stringify({ ...withoutCards, name: 'Acme', logo })};`,
  );
  await write('public/light.svg', picture('#102030'));
  await write('public/dark.svg', picture('#e0f0ff'));
  const { code, stderr } = await project.build({
    CONTENT_DIR: resolve('content'),
    SITE_URL: 'https://example.com',
    BASE_PATH: '/news/',
  });
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => project[Symbol.asyncDispose]());

test.each([390, 1440])(
  'a wordmark replaces the site’s name in the configured size, on a screen %i pixels wide',
  async (width) => {
    await using reader = await openReader(
      browser,
      join(project.folder, 'dist'),
      { viewport: { width, height: 900 }, colorScheme: 'light' },
      '/news/',
    );
    const { page, url } = reader;
    await page.goto(url);
    const link = page.getByRole('banner').getByRole('link', { name: 'Acme', exact: true });
    const shown = () =>
      link.locator('img:visible').evaluateAll((all) =>
        all.map((one) => {
          const { src, complete } = one as HTMLImageElement;
          const { width, height } = one.getBoundingClientRect();
          return { path: new URL(src).pathname, complete, width, height };
        }),
      );
    const expected = (path: string) => [{ path, complete: true, width: 160, height: 32 }];
    await expect.poll(shown).toEqual(expected('/news/light.svg'));
    expect((await link.textContent())?.trim()).toBe('');
    await page.locator('[data-theme-switch]').click();
    await expect.poll(shown).toEqual(expected('/news/dark.svg'));
    await page.locator('[data-theme-switch]').click();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);

test('nothing shifts when the wordmark loads', async () => {
  await using reader = await openReader(browser, join(project.folder, 'dist'), {}, '/news/');
  const { page, url } = reader;
  const held = Promise.withResolvers<void>();
  await page.route('**/*.svg', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const place = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().top);
  await page.locator('main').waitFor();
  const before = await place();
  held.resolve();
  // Waits for the picture itself, because the page's load event does not wait for lazy pictures.
  const drawn = page.locator('img.logo:visible');
  await expect.poll(() => drawn.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(90);
  expect(await place()).toBe(before);
});
