/** Every public URL of the site, as a path below the base. Pages, feeds, the sitemap and tests read it here. */
export const paths = {
  home: () => '',
  /** Numbered from the oldest: page 1 holds the oldest twenty for ever. */
  page: (number: number) => `page/${number}/`,
  release: (slug: string) => `releases/${slug}/`,
  roadmap: () => 'roadmap/',
  milestone: (slug: string) => `roadmap/${slug}/`,
  /** For static hosts that read it: the old addresses again, as real redirects. */
  redirects: () => '_redirects',
  rss: () => 'rss.xml',
  sitemapIndex: () => 'sitemap-index.xml',
  sitemap: () => 'sitemap-0.xml',
  colours: () => 'colours.css',
  favicon: () => 'favicon.svg',
  asset: (file: string) => `assets/${file}`,
} as const;

export interface Urls {
  /** What an `href` on the site's own pages holds. */
  href(path: string): string;
  /** The whole address, for feeds, the sitemap and canonical links. */
  absolute(path: string): string;
}

/** @param origin such as `https://example.com` @param base such as `/` or `/notes/` */
export function createUrls(origin: string, base: string): Urls {
  const root = base.endsWith('/') ? base : `${base}/`;
  return {
    href: (path) => `${root}${path}`,
    absolute: (path) => `${origin}${root}${path}`,
  };
}
