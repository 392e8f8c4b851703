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
  const stream = new SitemapStream({
    xmlns: { news: false, xhtml: false, image: false, video: false },
  });
  for (const { path, lastModified } of pages)
    stream.write({ url: urls.absolute(path), ...(lastModified && { lastmod: lastModified }) });
  return finish(stream);
}

/** The index of the sitemaps. */
export function sitemapIndex(sitemaps: readonly SitePage[], urls: Urls): Promise<string> {
  const stream = new SitemapIndexStream();
  for (const { path, lastModified } of sitemaps)
    stream.write({ url: urls.absolute(path), ...(lastModified && { lastmod: lastModified }) });
  return finish(stream);
}

async function finish(stream: SitemapStream | SitemapIndexStream): Promise<string> {
  stream.end();
  return (await streamToPromise(stream)).toString('utf8');
}
