import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import { latest } from '../../site/base/newest.ts';
import { paths, type Urls } from '../../site/base/urls.ts';
import type { SitePage } from '../../site/head/site-pages.ts';

/** A sitemap of these pages (sitemaps.org protocol 0.9), with the true time of each page's content. */
export function sitemap(pages: readonly SitePage[], urls: Urls): Promise<string> {
  const stream = new SitemapStream({
    xmlns: { news: false, xhtml: false, image: false, video: false },
  });
  for (const { path, lastModified } of pages)
    stream.write({ url: urls.absolute(path), ...(lastModified && { lastmod: lastModified }) });
  return finish(stream);
}

/** The index that names the one sitemap. */
export function sitemapIndex(pages: readonly SitePage[], urls: Urls): Promise<string> {
  const lastmod = latest(pages.map(({ lastModified }) => lastModified));
  const stream = new SitemapIndexStream();
  stream.write({ url: urls.absolute(paths.sitemap()), ...(lastmod && { lastmod }) });
  return finish(stream);
}

async function finish(stream: SitemapStream | SitemapIndexStream): Promise<string> {
  stream.end();
  return (await streamToPromise(stream)).toString('utf8');
}
