/** Every public URL of the site, as a path below the base. Pages, feeds, the sitemap and tests read it here. */
export const paths = {
  home: () => '',
  /** Numbered from the oldest: page 1 holds the oldest twenty for ever. Archives are paged alike. */
  page: (number: number, of = '') => `${of}page/${number}/`,
  release: (slug: string) => `releases/${slug}/`,
  project: (slug: string) => `projects/${slug}/`,
  label: (slug: string) => `labels/${slug}/`,
  type: (slug: string) => `types/${slug}/`,
  year: (year: number) => `${year}/`,
  preReleases: () => 'pre-releases/',
  /** What filters know of every release. */
  filters: () => 'filters.json',
  roadmap: () => 'roadmap/',
  milestone: (slug: string) => `roadmap/${slug}/`,
  // Parts and views stand two levels down, where no milestone's slug can take their place.
  roadmapProject: (slug: string) => `roadmap/projects/${slug}/`,
  roadmapLabel: (slug: string) => `roadmap/labels/${slug}/`,
  /** A board's milestones as a list; `of` is the board's path. */
  roadmapList: (of = 'roadmap/') => `${of}view/list/`,
  roadmapTimeline: (of = 'roadmap/') => `${of}view/timeline/`,
  /** What moved on the roadmap. */
  roadmapChanges: () => 'roadmap/view/changes/',
  search: () => 'search/',
  /** The upgrade planner; `list` is a project's slug, or what stands for none. */
  upgrade: () => 'upgrade/',
  upgradeList: (list: string) => `upgrade/${list}/`,
  /** What came since a release, by its slug. */
  upgradeSince: (slug: string, list = '-') => `upgrade/${list}/${slug}/`,
  /** A list's versions for programs, and the changes of some of them by the name of their document. */
  upgradeIndex: (list: string) => `upgrade/${list}.json`,
  upgradeChanges: (name: string, list = '-') => `upgrade/${list}/${name}.json`,
  subscribe: () => 'subscribe/',
  /** What was released week by week; `of` is the path of a project's archive. */
  digest: (of = 'subscribe/') => `${of}digest/`,
  /** What was corrected in releases. */
  corrections: () => 'corrections/',
  /** The Markdown version of a release's or a milestone's page. */
  markdown: (page: string) => `${page.replace(/\/$/, '')}.md`,
  /** A channel's feeds; `of` is an archive's path, `all/` or nothing. */
  rss: (of = '') => `${of}rss.xml`,
  atom: (of = '') => `${of}atom.xml`,
  jsonFeed: (of = '') => `${of}feed.json`,
  /** What holds pre-releases too. */
  all: () => 'all/',
  /** Older entries of a channel's feeds, by the name of their archive page. */
  atomArchive: (page: string, of = '') => `${of}atom/${page}.xml`,
  // In the same folder: an own page may be at `feed/`.
  jsonFeedArchive: (page: string, of = '') => `${of}atom/${page}.json`,
  /** Entries that neither the feed nor an archive page holds yet: gone with the next release. */
  atomRecent: (name: string, of = '') => `${of}atom.${name}.xml`,
  jsonFeedRecent: (name: string, of = '') => `${of}feed.${name}.json`,
  /** The newest releases for pages of other sites, and the script that shows them there. */
  news: (of = '') => `${of}news.json`,
  newsScript: () => 'widget/v1.js',
  opml: () => 'feeds.opml',
  /** What makes feeds readable in a browser. */
  feedSheet: () => 'feed.css',
  /** For programs and language models; documents with older releases by the name of their archive page. */
  changelogJson: (page?: string) => `changelog${page ? `/${page}` : ''}.json`,
  changelogMarkdown: (page?: string) => `changelog${page ? `/${page}` : ''}.md`,
  latestJson: () => 'latest.json',
  jsonSchema: (of: string) => `schema/${of}.json`,
  llms: () => 'llms.txt',
  llmsFull: () => 'llms-full.txt',
  /** For static hosts that read them: real redirects for old addresses, and response headers. */
  redirects: () => '_redirects',
  headers: () => '_headers',
  sitemapIndex: () => 'sitemap-index.xml',
  /** The index of sitemaps where it is looked for without a word from `robots.txt`. */
  sitemapGuess: () => 'sitemap.xml',
  /** Of the releases of a year; without one of every other page. */
  sitemap: (year = '0') => `sitemap-${year}.xml`,
  colours: () => 'colours.css',
  favicon: () => 'favicon.svg',
  /** Asked for at the root of every site, also by what names no sign: feeds in a browser. */
  faviconIco: () => 'favicon.ico',
  manifest: () => 'manifest.webmanifest',
  shareImage: () => 'share.png',
  /** A release's own, by its slug and a digest of what it shows. */
  card: (slug: string, digest: string) => `cards/${slug}.${digest}.jpg`,
  asset: (file: string) => `assets/${file}`,
} as const;

/**
 * A page of a list, as a path below the base.
 * @param of where the list begins @param number as `paginate` numbers pages
 */
export function pagePath(of: string, number: number | 'first' | undefined): string {
  return typeof number === 'number' ? paths.page(number, of) : of;
}

export interface Urls {
  /** What all of them stand below, with a slash at its end: for scripts, which put a file's path behind it. */
  base: string;
  /** What an `href` on the site's own pages holds. */
  href(path: string): string;
  /** The whole address, for feeds, the sitemap and canonical links. */
  absolute(path: string): string;
}

/**
 * Whether a link leads to a page as a whole, however its address is written.
 * @param href as a maintainer wrote it @param path of the page, below the base
 */
export function leadsTo(href: string, path: string, urls: Urls): boolean {
  const page = new URL(urls.absolute(path));
  const link = URL.parse(href, page);
  if (!link || link.hash) return false;
  return link.origin === page.origin && withSlash(link.pathname) === withSlash(page.pathname);
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/**
 * @param origin such as `https://example.com`
 * @param base such as `/` or `/notes/`
 * @param bare without the slash at the end of a page's address, as a site may have its addresses
 */
export function createUrls(origin: string, base: string, { bare = false } = {}): Urls {
  const root = withSlash(base);
  const href = bare
    ? (path: string) => `${root}${path}`.replace(/(?<=.)\/$/, '')
    : (path: string) => `${root}${path}`;
  return { base: root, href, absolute: (path) => origin + href(path) };
}
