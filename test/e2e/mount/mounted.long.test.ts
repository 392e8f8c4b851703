// @module-tag soak

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../../src/lib/http/listen.ts';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import { paths } from '../../../src/site/base/urls.ts';
import { checkJsonFeed, checkXml } from '../../site/feeds/validators.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { loadJudges } from '../../support/judges.ts';
import { openReader } from '../../support/reader.ts';
import { loadAxe, violationsOn } from '../built-site/axe.ts';
import { filesBelow } from '../whole-path/files.ts';
import { addRules, changedStyles, dropRules, hostileRules, keepStyles } from './computed-styles.ts';
import type { HostName } from './host.ts';
import { type BuiltHost, type BuiltHosts, builtHosts } from './hosts.ts';
import { sourceOfPart } from './source-of-part.ts';

/** Sites that are also built without the changelog, and whose pages axe checks without exception. */
const compared: HostName[] = process.env.SOAK_RUNS ? ['plain', 'starlight'] : ['plain'];
let browser: Browser;
let hosts: BuiltHosts;
beforeAll(async () => {
  [browser, hosts] = await Promise.all([sharedBrowser(), builtHosts(compared)]);
  return async () => {
    await hosts[Symbol.asyncDispose]();
  };
}, 600_000);

/** One page of each layout. */
const kinds = [
  ...[paths.home(), paths.release('what-waymark-is-for'), paths.project('site')],
  ...[paths.roadmap(), paths.roadmapTimeline(), paths.milestone('search-and-filters')],
  ...[paths.subscribe(), paths.search(), paths.upgrade()],
];

/** Pages of `kinds` that together contain all kinds of elements. */
const styled = [
  ...[paths.home(), paths.release('what-waymark-is-for'), paths.roadmapTimeline()],
  ...[paths.subscribe(), paths.search()],
];

test.each(compared)(
  'the pages of a %s site do not change, and it has no other files outside of the mounts',
  async (name) => {
    const { before, after } = hosts[name];
    const pages = (await filesBelow(before)).filter((file) => !/^_astro\/|^sitemap/.test(file));
    expect(pages.length).toBeGreaterThanOrEqual(4);
    const own = (files: string[]) =>
      files.filter((file) => !/^(?:_astro|changelog|de)\//.test(file));
    expect(own(await filesBelow(after))).toEqual(own(await filesBelow(before)));
    for (const page of pages)
      expect(withoutHashes(await text(after, page)), page).toBe(
        withoutHashes(await text(before, page)),
      );
  },
);

test('a page of the site at an address of the changelog stops the build before it starts', () => {
  const { error, written } = hosts.conflicts.page;
  expect(error).toContain('/changelog (src/pages/changelog/index.astro)');
  expect(written).toEqual([]);
});

test('a dynamic route that generates an address of the changelog fails the build', () => {
  const { error, written } = hosts.conflicts.dynamicRoute;
  expect(error).toContain('/changelog/roadmap');
  expect(error).toContain('(src/pages/[...slug].astro)');
  expect(written).not.toContain('dist/index.html');
});

describe.each(['plain', 'starlight'] as const)('in a %s site', (name) => {
  test('has no files that a site has once, such as robots.txt', async () => {
    const mounted = (await filesBelow(join(hosts[name].after, 'changelog'))).join('\n');
    expect(mounted).not.toMatch(
      /^(?:robots|404|_headers|_redirects|favicon|manifest|sitemap\.xml|sitemap-index)/m,
    );
    expect(mounted).toMatch(/^sitemap-0\.xml$/m);
  });

  test('no link or anchor is broken', async () => {
    await using server = await serve(hosts[name]);
    const { followLinks } = await loadJudges();
    const { links, broken } = await followLinks(server.url + hosts[name].base, {
      origin: server.url,
      // The second mount has the same links in another language.
      except: /\/de\//,
    });
    expect(broken).toEqual([]);
    expect(links.length).toBeGreaterThan(100);
  });

  test('pages have the smaller versions of pictures', async () => {
    const { after, page } = hosts[name];
    const release = page(paths.release('what-waymark-is-for')).replace(/\/?$/, '/index.html');
    const [, small = ''] =
      /(assets\/[\da-f]{20}-800\.webp) 800w/.exec(await text(after, release)) ?? [];
    expect(await filesBelow(join(after, 'changelog'))).toContain(small);
  });

  test('feeds are valid and contain the addresses of the pages', async () => {
    const { after, base, page } = hosts[name];
    const at = (path: string) => text(after, `changelog/${path}`);
    checkXml(await at(paths.rss()), 'rss');
    checkXml(await at(paths.atom()), 'atom');
    const json = await at(paths.jsonFeed());
    checkJsonFeed(json);
    const home = `https://example.com${base}`;
    const { items, home_page_url } = JSON.parse(json);
    expect(home_page_url).toBe(home + page(paths.home()));
    const released = home + page(paths.release('waymark-0-5-0'));
    expect(items.map(({ url }: { url: string }) => url)).toContain(released);
    expect(await at(paths.sitemap('2026'))).toContain(`<loc>${released}</loc>`);
  });

  test('no page has HTML errors', async () => {
    const check = (await loadJudges()).htmlChecker();
    const found: string[] = [];
    for (const kind of kinds) {
      const page = hosts[name].page(kind).replace(/\/?$/, '/index.html');
      const html = await text(hosts[name].after, page);
      found.push(...(await check(sourceOfPart(html))).map((problem) => page + problem));
    }
    expect(found).toEqual([]);
  });

  test('axe finds nothing, each page in one width and theme; nothing overflows or shows what is hidden', async () => {
    const { after, base, page: address } = hosts[name];
    await using reader = await openReader(browser, after, {}, base);
    const { page, troubles, url } = reader;
    const found: string[] = [];
    let count = 0;
    for (const [n, kind] of (compared.includes(name) ? kinds : styled).entries()) {
      const isDark = (n % 2 === 0) === (name === 'plain');
      await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
      await page.goto(url + address(kind));
      const wide = await widerThan(page, isDark ? [390, 1440] : [1440, 390]);
      await loadAxe(page);
      const broken = (await violationsOn(page)).flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${id} ${target.join(' ')}`),
      );
      found.push(...[...wide, ...broken].map((one) => `${kind}: ${one}`));
      const hidden = await page
        .locator('.waymark [hidden]')
        .evaluateAll((all) => all.map((one) => [one.className, one.getClientRects().length]));
      count += hidden.length;
      expect(
        hidden.filter(([, boxes]) => boxes !== 0),
        kind,
      ).toEqual([]);
    }
    expect(count).toBeGreaterThan(5);
    expect(found).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test('the styles of the site do not affect Waymark’s part, and vice versa', async () => {
    await using reader = await openReader(browser, hosts[name].after, {}, hosts[name].base);
    const { page, url } = reader;
    for (const kind of styled) {
      await page.goto(url + hosts[name].page(kind));
      // The site decides how wide the part is, so the width is fixed here.
      await page.evaluate(() => {
        const part = document.querySelector<HTMLElement>('.waymark');
        if (part) part.style.inlineSize = '700px';
      });
      const count = await page.evaluate(keepStyles, { inside: true, besides: [] });
      expect(count).toBeGreaterThan(5_000);
      await page.evaluate(addRules, hostileRules);
      expect(await page.evaluate(changedStyles), kind).toEqual([]);

      await page.evaluate(addRules, '');
      await page.evaluate(keepStyles, { inside: false, besides: sizes });
      expect(await page.evaluate(dropRules)).toBeGreaterThan(100);
      expect(await page.evaluate(changedStyles), kind).toEqual([]);
    }
  });

  test('filters and search work', async () => {
    await using reader = await openReader(browser, hosts[name].after, {}, hosts[name].base);
    const { page, url, troubles } = reader;
    const part = page.locator('.waymark');
    await page.goto(url + hosts[name].page(paths.home()));
    await part.getByText('Filter', { exact: true }).click();
    await part
      .getByRole('link', { name: /^Service/ })
      .first()
      .click();
    await part.locator('.matches .listed').first().waitFor();
    await page.goto(url + hosts[name].page(paths.search()));
    await part.getByRole('searchbox').fill('receiver');
    await part.getByRole('heading', { level: 2 }).getByRole('link').first().click();
    await page.waitForURL(/\/releases\//);
    await part.locator('article').waitFor();
    // Starlight prefetches links under the pointer; the browser aborts these requests on
    // navigation.
    expect(troubles.filter((one) => !one.startsWith('failed: '))).toEqual([]);
  });
});

describe('in a Starlight site with several languages', () => {
  const languages = /hreflang="[^"]*"|<starlight-lang-select/g;

  test.each(['changelog', 'de/changelog'])(
    'no page of %s links to another language',
    async (mount) => {
      const { after } = hosts.starlight;
      const pages = (await filesBelow(join(after, mount))).filter((file) => file.endsWith('.html'));
      expect(pages.length).toBeGreaterThan(20);
      for (const page of pages)
        expect((await text(after, `${mount}/${page}`)).match(languages), page).toBeNull();
    },
  );

  test('pages of the site still link to their other languages', async () => {
    const page = await text(hosts.starlight.after, 'guides/start/index.html');
    expect(page.match(languages)).toEqual([
      ...['hreflang="en"', 'hreflang="de"', 'hreflang="x-default"'],
      ...['<starlight-lang-select', '<starlight-lang-select'],
    ]);
  });

  test('a mount below a language is in a page of that language', async () => {
    const page = await text(hosts.starlight.after, 'de/changelog/index.html');
    expect(page).toMatch(/<html lang="de"/);
    expect(page).toContain('Angeheftet');
  });
});

describe('a second mount, without a layout', () => {
  test('has its own settings, and no addresses of the first mount', async () => {
    const pages = (await filesBelow(join(hosts.plain.after, 'de'))).filter((file) =>
      file.endsWith('.html'),
    );
    expect(pages.length).toBeGreaterThan(20);
    for (const page of pages)
      expect(await text(hosts.plain.after, `de/${page}`), page).not.toContain('/docs/changelog/');
    expect(await text(hosts.plain.after, 'de/index.html')).toContain('Angeheftet');
  });

  test('does not share the last visit with the first mount', async () => {
    const { after, base } = hosts.plain;
    await using reader = await openReader(browser, after, {}, base);
    const { page, url } = reader;
    const seen = async (mount: string) => {
      // Clearing the session starts a new visit, with the stored time of the last one.
      await page.evaluate(() => sessionStorage.clear()).catch(() => {});
      await page.goto(`${url}${mount}/`);
      return page.locator('.is-new').count();
    };
    expect(await seen('changelog')).toBe(0);
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage)) localStorage.setItem(name, '2000-01-01');
    });
    expect(await seen('de')).toBe(0);
    expect(await seen('changelog')).toBeGreaterThan(0);
  });

  test('has its own page frame in both themes, and does not overflow in the language with the longest words', async () => {
    const { after, base } = hosts.plain;
    const phone = { viewport: { width: 390, height: 900 } };
    await using reader = await openReader(browser, after, phone, base);
    const { page, url, troubles } = reader;
    for (const kind of kinds) {
      await page.goto(`${url}de/${kind}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBe(390);
    }
    await page.goto(`${url}de/`);
    await loadAxe(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const paper = await page
        .locator('.waymark-page')
        .evaluate((part) => getComputedStyle(part).backgroundColor);
      expect(paper).toMatch(colorScheme === 'light' ? /^oklch\(0\.9/ : /^oklch\(0\.1/);
      expect((await violationsOn(page)).map(({ id }) => id)).toEqual([]);
    }
    expect(troubles).toEqual([]);
  });
});

/** Properties that depend on the amount of content in the page. */
const sizes = [
  ...['height', 'block-size', 'width', 'inline-size', 'perspective-origin', 'transform-origin'],
];

function text(folder: string, path: string): Promise<string> {
  return readFile(join(folder, path), 'utf8');
}

/** A page without the hashes of assets and of the Content Security Policy. */
function withoutHashes(page: string): string {
  return page.replace(/(?<=\/_astro\/)[\w.@-]+(?=\.\w+)/g, 'asset').replace(/ 'sha256-[^']+'/g, '');
}

/** Resizes a page to each width, and names those in which it scrolls sideways. */
async function widerThan(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) found.push(`${wide} px at ${width} px`);
  }
  return found;
}

function serve({ after, base }: BuiltHost) {
  const app = new Hono();
  app.route('/', createSiteServer({ folder: after, basePath: base }));
  return listen({ fetch: app.fetch, port: 0 });
}
