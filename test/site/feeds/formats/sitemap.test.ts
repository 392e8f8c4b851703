import { expect, test } from 'vitest';
import { createUrls } from '../../../../src/site/base/urls.ts';
import { sitemap, sitemapIndex } from '../../../../src/site/feeds/formats/sitemap.ts';
import { childrenOf, parseXml, textOf } from '../parse-xml.ts';

const urls = createUrls('https://example.com', '/notes/');
const [older, newer] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
const pages = [
  { path: '', lastModified: newer },
  { path: 'releases/a&b/', lastModified: older },
  { path: 'roadmap/', lastModified: undefined },
];

const sitemaps = [
  { path: 'sitemap-0.xml', lastModified: newer },
  { path: 'sitemap-2026.xml', lastModified: undefined },
];

test('lists every page by its absolute URL, with the time of its content', async () => {
  const root = parseXml(await sitemap(pages, urls));
  expect(root.name).toBe('urlset');
  expect(
    childrenOf(root, 'url').map((url) => [textOf(url, 'loc'), textOf(url, 'lastmod')]),
  ).toEqual([
    ['https://example.com/notes/', newer],
    ['https://example.com/notes/releases/a&b/', older],
    ['https://example.com/notes/roadmap/', undefined],
  ]);
});

test('an index lists sitemaps with the time of their last change', async () => {
  const root = parseXml(await sitemapIndex(sitemaps, urls));
  const found = childrenOf(root, 'sitemap').map((one) => [
    textOf(one, 'loc'),
    textOf(one, 'lastmod'),
  ]);
  expect(found).toEqual([
    ['https://example.com/notes/sitemap-0.xml', newer],
    ['https://example.com/notes/sitemap-2026.xml', undefined],
  ]);
});

test('is the same for the same pages', async () => {
  expect(await sitemap(pages, urls)).toBe(await sitemap(pages, urls));
  expect(await sitemapIndex(sitemaps, urls)).toBe(await sitemapIndex(sitemaps, urls));
});

test('leaves out times that are not known', async () => {
  const unknown = pages.map(({ path }) => ({ path, lastModified: undefined }));
  expect(await sitemapIndex(unknown, urls)).not.toContain('lastmod');
});
