import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '../../../src/render/build-folder.ts';
import { paths } from '../../../src/site/base/urls.ts';
import { addressesIn, runnableIn } from '../../site/feeds/html.ts';
import { childrenOf, parseXml, textOf } from '../../site/feeds/parse-xml.ts';
import { checkJson, checkJsonFeed, checkXml } from '../../site/feeds/validators.ts';
import { hosts, sentWith } from '../../site/hosts.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { openReader } from '../../support/reader.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { filesBelow } from '../whole-path/files.ts';

// The same origin as in other tests, which can then share the compiled renderer.
const origin = 'https://example.com';
const machines = /\.(?:xml|json|md|txt|opml)$/;

let browser: Browser;
let site: string;
let files: string[];
const read = (path: string) => readFile(join(site, path), 'utf8');

beforeAll(async () => {
  const temp = await tempFolder();
  site = join(temp.path, 'site');
  const build = buildFolder({
    contentDir: resolve('content'),
    outDir: site,
    siteUrl: origin,
    basePath: '/',
  });
  [browser] = await Promise.all([sharedBrowser(), build]);
  files = await filesBelow(site);
  return async () => {
    await temp[Symbol.asyncDispose]();
  };
});

test.each(Object.keys(hosts))('no file gets a header twice by the rules of %s', async (host) => {
  const rules = (await hosts[host]?.(await read('_headers'))) ?? [];
  for (const path of files) {
    const headers = sentWith(`/${path.replace(/(^|\/)index\.html$/, '$1')}`, rules);
    const twice = [...headers].filter(([, values]) => values.length > 1);
    expect(twice, path).toEqual([]);
    expect(headers.has('x-frame-options'), path).toBe(true);
    const isShared = /\.(?:json|xml)$/.test(path) || path === paths.newsScript();
    expect(headers.has('access-control-allow-origin'), path).toBe(isShared);
    const isKept = /^(?:_astro|assets|cards|widget)\/|(?:rss|atom)\.xml$|feed\.json$/.test(path);
    expect(headers.has('cache-control'), path).toBe(isKept);
  }
});

test('feeds are valid, and their items have no relative addresses or active content', async () => {
  const feeds = files.filter((path) => path.endsWith('feed.json'));
  expect(feeds.length).toBeGreaterThan(10);
  for (const path of feeds) {
    const json = await read(path);
    checkJsonFeed(json);
    for (const { content_html } of JSON.parse(json).items) {
      expect(runnableIn(content_html)).toEqual([]);
      expect(addressesIn(content_html).filter((one) => !URL.canParse(one))).toEqual([]);
    }
    checkXml(await read(path.replace('feed.json', 'rss.xml')), 'rss');
    checkXml(await read(path.replace('feed.json', 'atom.xml')), 'atom');
  }
  for (const name of ['changelog', 'latest'])
    checkJson(await read(`${name}.json`), await read(`schema/${name}.json`));
});

test('documents and pages name only files of the site that exist', async () => {
  const there = (address: string) => {
    const path = decodeURI(address.slice(origin.length + 1));
    return files.includes(path === '' || path.endsWith('/') ? `${path}index.html` : path);
  };
  const reported = await Promise.all(
    files.filter((path) => machines.test(path)).map((p) => read(p)),
  );
  const pages = await Promise.all(
    files.filter((path) => path.endsWith('.html')).map((p) => read(p)),
  );
  const announced = pages.flatMap((html) =>
    [...html.matchAll(/<link rel="alternate"[^>]* href="\/([^"]*)"/g)].map(([, path]) => path),
  );
  const addresses = [
    ...reported.flatMap((text) => text.match(/https:\/\/example\.com\/[^\s"<>)\]#\\]*/g) ?? []),
    ...announced.map((path) => `${origin}/${path}`),
  ];
  expect(addresses.length).toBeGreaterThan(500);
  const missing = [...new Set(addresses)].filter((one) => !there(one));
  expect(missing).toEqual([]);
});

test('each page announces its own feeds and its Markdown version', async () => {
  const announcedOn = async (path: string) =>
    [
      ...(await read(path)).matchAll(/<link rel="alternate" type="([^"]*)"[^>]* href="([^"]*)"/g),
    ].map(([, type, href]) => `${type} ${href}`);
  const stable = [
    'application/rss+xml /rss.xml',
    'application/atom+xml /atom.xml',
    'application/feed+json /feed.json',
  ];
  expect(await announcedOn('index.html')).toEqual([
    ...stable.map((one) => one.replace(' /', ' /all/')),
    ...stable,
  ]);
  expect(await announcedOn('releases/waymark-0-5-0/index.html')).toEqual([
    'text/markdown /releases/waymark-0-5-0.md',
    ...stable.map((one) => one.replace(' /', ' /projects/service/')),
    ...stable,
  ]);
  expect(await announcedOn('labels/design/index.html')).toEqual([
    ...stable.map((one) => one.replace(' /', ' /labels/design/')),
    ...stable,
  ]);
  expect(await announcedOn('roadmap/index.html')).toEqual([
    ...stable.map((one) => one.replace(' /', ' /roadmap/')),
    ...stable,
  ]);
  expect(await announcedOn('roadmap/projects/site/index.html')).toEqual([
    ...stable.map((one) => one.replace(' /', ' /roadmap/projects/site/')),
    ...stable,
  ]);
});

describe('in a browser', () => {
  test('a feed is readable and links to all other feeds', async () => {
    await using reader = await openReader(browser, site);
    const { page, url, troubles } = reader;
    const item = childrenOf(childrenOf(parseXml(await read('rss.xml')), 'channel')[0], 'item')[0];
    for (const [path, body] of [
      ['rss.xml', 'channel item *'],
      ['atom.xml', 'feed entry *'],
    ]) {
      await page.goto(`${url}${path}`);
      const shown = await page.evaluate((selector) => {
        const all = [...document.querySelectorAll(selector ?? '')] as HTMLElement[];
        return all
          .filter((one) => getComputedStyle(one).display !== 'none')
          .map((one) => one.textContent);
      }, body);
      expect(shown).toContain(textOf(item, 'title'));
      expect(shown).toContain(textOf(item, 'description'));
      expect(shown.join()).not.toContain('</p>');
      await page.locator(`a[href="${textOf(item, 'link')}"]:visible`).waitFor();
      const link = await page.evaluate(
        () => document.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'a')[0]?.outerHTML,
      );
      expect(link).toContain(`${origin}/subscribe/`);
    }
    expect(troubles).toEqual([]);
  });

  test('a button copies a feed’s address and confirms it', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await using reader = await openReader(browser, site, { permissions });
    const { page, url, troubles } = reader;
    await page.goto(`${url}subscribe/`);
    const offer = page.locator('section', { hasText: 'All stable releases' });
    await offer.getByRole('button', { name: 'Copy' }).first().click();
    await offer.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}/rss.xml`);
    for (const format of ['atom.xml', 'feed.json'])
      expect(await offer.locator('code').allInnerTexts()).toContain(`${origin}/${format}`);
    await page.getByRole('link', { name: 'Follow one project' }).click();
    await page.getByText('Choose one to see').waitFor();
    expect(new URL(page.url()).hash).toBe('#parts');
    expect(troubles).toEqual([]);
  });

  test('the title of each list has a menu with its feeds, even without JavaScript', async () => {
    await using reader = await openReader(browser, site, {
      javaScriptEnabled: false,
    });
    const { page, url, troubles } = reader;
    const year = files.find((path) => /^\d+\/index\.html$/.test(path))?.split('/')[0];
    const lists = {
      'releases/': 'all/',
      'labels/design/': 'labels/design/',
      [`${year}/`]: `${year}/`,
      'pre-releases/': 'pre-releases/',
      'roadmap/': 'roadmap/',
      'roadmap/view/list/': 'roadmap/',
      'roadmap/view/timeline/': 'roadmap/',
      'roadmap/view/changes/': 'roadmap/view/changes/',
      'roadmap/projects/site/': 'roadmap/projects/site/',
      'roadmap/labels/design/view/list/': 'roadmap/labels/design/',
      'upgrade/site/': 'upgrade/site/',
    };
    const places: Record<string, string> = {
      'labels/design/': '#label-design',
      'roadmap/': '#roadmap',
      'roadmap/view/list/': '#roadmap',
      'roadmap/view/timeline/': '#roadmap',
      'roadmap/view/changes/': '#roadmap-changes',
      'roadmap/projects/site/': '#project-site',
      'roadmap/labels/design/view/list/': '#label-design',
    };
    for (const [list, of] of Object.entries(lists)) {
      await page.goto(`${url}${list}`);
      const menu = page.locator('.title-line:has(h1) .subscribe');
      await menu.getByText('Subscribe', { exact: true }).click();
      const hrefs = await menu
        .locator('a:visible')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
      const feeds = ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `/${of}${name}`);
      expect(hrefs, list).toEqual([...feeds, `/subscribe/${places[list] ?? ''}`]);
      for (const path of feeds) expect(files).toContain(path.slice(1));
    }
    expect(troubles).toEqual([]);
  });

  test('pages of a project offer its feeds, whose addresses are texts, even without JavaScript', async () => {
    await using reader = await openReader(browser, site, { javaScriptEnabled: false });
    const { page, url, troubles } = reader;
    const formats = ['rss.xml', 'atom.xml', 'feed.json'];
    const release = files.find((path) => /^releases\/waymark-[\d-]+\/index\.html$/.test(path));
    const own = {
      'projects/site/': 'projects/site/',
      [release?.replace('index.html', '') ?? '']: 'projects/site/',
      'roadmap/projects/site/': 'roadmap/projects/site/',
      'roadmap/projects/site/view/list/': 'roadmap/projects/site/',
    };
    for (const [path, folder] of Object.entries(own)) {
      await page.goto(`${url}${path}`);
      const footer = page.locator('.site-footer a');
      const hrefs = await footer.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
      for (const format of formats) expect(hrefs, path).toContain(`/${folder}${format}`);
      expect(hrefs, path).toContain('/subscribe/#project-site');
      await page.locator('.site-header').getByText('Subscribe', { exact: true }).click();
      // The style sheet, which hides the other places, is there when the page has loaded.
      await page.waitForURL(`${url}subscribe/#project-site`);
      const addresses = ['projects/site/', 'projects/site/all/', 'roadmap/projects/site/']
        .filter((one) => files.includes(`${one}rss.xml`))
        .map((one) => `${origin}/${one}rss.xml`);
      expect(await page.locator('.feed-place:visible code').allInnerTexts()).toEqual(addresses);
      const links = page.locator('.feed-place:visible .choices a');
      expect(await links.count()).toBe(addresses.length * formats.length);
      const shown = await links.evaluateAll((all) =>
        all.map((one) => getComputedStyle(one, '::after').content),
      );
      expect(shown).toContain(`"/projects/site/feed.json"`);
    }
    await page.goto(`${url}subscribe/`);
    expect(await page.locator('.feed-place:visible').count()).toBe(0);
    await page.locator('a[href="#label-design"]').click();
    expect(await page.locator('.feed-place:visible h3').allInnerTexts()).toEqual(['Design']);
    expect(troubles).toEqual([]);
  });

  test('without JavaScript, every feed is linked and no dead button is shown', async () => {
    await using reader = await openReader(browser, site, {
      javaScriptEnabled: false,
    });
    const { page, url, troubles } = reader;
    await page.goto(`${url}subscribe/`);
    expect(await page.locator('[data-copy]:visible').count()).toBe(0);
    const hrefs = await page
      .locator('main a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    // Feeds of years are only linked from the title of their list.
    const feeds = files.filter((path) => /^(?!\d).*(?:(?:rss|atom)\.xml|feed\.json)$/.test(path));
    for (const path of [...feeds, 'feeds.opml', 'llms.txt', 'changelog.json'])
      expect(hrefs).toContain(`/${path}`);
    expect(hrefs).toContain(`feed:${origin}/rss.xml`);
    expect(troubles).toEqual([]);
  });
});
