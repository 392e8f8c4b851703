import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import type { Urls } from '../../base/urls.ts';

export interface SitePage {
  path: string;
  /** The year of a release, in the site's time zone. */
  year?: string;
  /** When the content of the page last changed (RFC 3339), if known. */
  lastModified: string | undefined;
}

/** A sitemap of these pages (sitemaps.org protocol 0.9). */
export function sitemap(pages: readonly SitePage[], urls: Urls): Promise<string> {
  const xmlns = { news: false, xhtml: false, image: false, video: false };
  return written(pages, urls, new SitemapStream({ xmlns }));
}

/** The index of the sitemaps. */
export function sitemapIndex(sitemaps: readonly SitePage[], urls: Urls): Promise<string> {
  return written(sitemaps, urls, new SitemapIndexStream());
}

async function written(
  pages: readonly SitePage[],
  urls: Urls,
  stream: SitemapStream | SitemapIndexStream,
): Promise<string> {
  for (const { path, lastModified } of pages)
    stream.write({ url: urls.absolute(path), ...(lastModified && { lastmod: lastModified }) });
  stream.end();
  return (await streamToPromise(stream)).toString('utf8');
}
