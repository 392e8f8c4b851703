import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { SiteConfigInput } from '../../../src/config/site-config.ts';
import { buildFolder } from '../../../src/render/build-folder.ts';
import { withRenderers } from '../../../src/render/output/renderer-process.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { openReader } from '../../support/reader.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { withoutCards } from '../whole-path/written-site.ts';

const logo: SiteConfigInput['logo'] = {
  ...{ light: 'light.svg', dark: 'dark.svg' },
  ...{ width: 160, height: 32, replacesName: true },
};
/** A picture with another aspect ratio than the configured size. */
const picture = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="300"><path fill="${colour}" d="M0 0h90v300H0z"/></svg>`;

// The same base path as in other tests, which can then share the compiled renderer.
const basePath = '/notes/';
let [browser, site]: [Browser, string] = [] as never;
beforeAll(async () => {
  browser = await sharedBrowser();
  const { path, [Symbol.asyncDispose]: remove } = await tempFolder(inMemory);
  site = join(path, 'dist');
  const siteConfig = join(path, 'site.config.ts');
  await writeFile(
    siteConfig,
    `export default ${JSON.stringify({ ...withoutCards, name: 'Acme' })};`,
  );
  await buildFolder({
    contentDir: resolve('content'),
    outDir: site,
    siteUrl: 'https://example.com',
    basePath,
    siteConfig,
    // A setting that names files needs them in `public/` of the project, and a copy of the project
    // would have to compile its pages. The setting is therefore added later, and so are the files.
    withRenderers: (cache, { renderer, ...options }, use) => {
      const { globals } = renderer;
      const settings = JSON.stringify({ ...JSON.parse(globals.SITE_CONFIG_JSON), logo });
      const changed = { ...renderer, globals: { ...globals, SITE_CONFIG_JSON: settings } };
      return withRenderers(cache, { ...options, renderer: changed }, use);
    },
  });
  await writeFile(join(site, 'light.svg'), picture('#102030'));
  await writeFile(join(site, 'dark.svg'), picture('#e0f0ff'));
  return remove;
});

test.each([390, 1440])(
  'a wordmark replaces the site’s name in the configured size, on a screen %i pixels wide',
  async (width) => {
    await using reader = await openReader(
      browser,
      site,
      { viewport: { width, height: 900 }, colorScheme: 'light' },
      basePath,
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
    await expect.poll(shown).toEqual(expected(`${basePath}light.svg`));
    expect((await link.textContent())?.trim()).toBe('');
    await page.locator('[data-theme-switch]').click();
    await expect.poll(shown).toEqual(expected(`${basePath}dark.svg`));
    await page.locator('[data-theme-switch]').click();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);

test('nothing shifts when the wordmark loads', async () => {
  await using reader = await openReader(browser, site, {}, basePath);
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
