/** Every public URL of the site, as a path below the base. */
export const paths = {
  home: () => '',
  /**
   * A page of a list. Numbers start at the oldest page. `of` is the path of an archive; empty for
   * the changelog.
   */
  page: (number: number, of = '') => `${of}page/${number}/`,
  /** The list of all releases, without their texts. */
  releases: () => 'releases/',
  release: (slug: string) => `releases/${slug}/`,
  project: (slug: string) => `projects/${slug}/`,
  label: (slug: string) => `labels/${slug}/`,
  type: (slug: string) => `types/${slug}/`,
  year: (year: number) => `${year}/`,
  preReleases: () => 'pre-releases/',
  /** Data of all releases for the filters. */
  filters: () => 'filters.json',
  roadmap: () => 'roadmap/',
  milestone: (slug: string) => `roadmap/${slug}/`,
  // Paths have two levels below the roadmap, because slugs of milestones occupy the first level.
  roadmapProject: (slug: string) => `roadmap/projects/${slug}/`,
  roadmapLabel: (slug: string) => `roadmap/labels/${slug}/`,
  /** The milestones of a board as a list. `of` is the path of the board. */
  roadmapList: (of = 'roadmap/') => `${of}view/list/`,
  roadmapTimeline: (of = 'roadmap/') => `${of}view/timeline/`,
  /** The log of changes to the roadmap. */
  roadmapChanges: () => 'roadmap/view/changes/',
  search: () => 'search/',
  upgrade: () => 'upgrade/',
  /** `list` is a project's slug, or "-" for releases without a project. */
  upgradeList: (list: string) => `upgrade/${list}/`,
  /** Changes since a release. `slug` is the slug of the release. */
  upgradeSince: (slug: string, list = '-') => `upgrade/${list}/${slug}/`,
  /** Machine-readable: the versions that a list contains. `upgradeChanges` has their changes. */
  upgradeIndex: (list: string) => `upgrade/${list}.json`,
  upgradeChanges: (name: string, list = '-') => `upgrade/${list}/${name}.json`,
  subscribe: () => 'subscribe/',
  /** Releases week by week; `of` is the path of a project's archive. */
  digest: (of = 'subscribe/') => `${of}digest/`,
  corrections: () => 'corrections/',
  /** The Markdown version of a release's or a milestone's page. */
  markdown: (page: string) => `${page.replace(/\/$/, '')}.md`,
  /**
   * A channel's feeds. `of` is an archive's path, `all/`, or empty for stable releases of the whole
   * site.
   */
  rss: (of = '') => `${of}rss.xml`,
  atom: (of = '') => `${of}atom.xml`,
  jsonFeed: (of = '') => `${of}feed.json`,
  /** Folder of a feed with pre-releases. @param of folder of the same feed without pre-releases */
  all: (of = '') => `${of}all/`,
  /**
   * An archive document with older entries of a channel's feed. `page` is the name of the archive
   * page.
   */
  atomArchive: (page: string, of = '') => `${of}atom/${page}.xml`,
  // JSON Feed archives are also below `atom/`, because the maintainer may have a page at `feed/`.
  jsonFeedArchive: (page: string, of = '') => `${of}atom/${page}.json`,
  /**
   * All entries that are newer than the newest archive page. Only written if the feed itself cannot
   * hold them. The name is different after each release.
   */
  atomRecent: (name: string, of = '') => `${of}atom.${name}.xml`,
  jsonFeedRecent: (name: string, of = '') => `${of}feed.${name}.json`,
  /** The newest releases for the widget on other sites, and the script of the widget. */
  news: (of = '') => `${of}news.json`,
  newsScript: () => 'widget/v1.js',
  opml: () => 'feeds.opml',
  /** Style sheet for feeds that are opened in a browser. */
  feedSheet: () => 'feed.css',
  /** Machine-readable documents. `page` is the name of an archive page with older releases. */
  changelogJson: (page?: string) => `changelog${page ? `/${page}` : ''}.json`,
  changelogMarkdown: (page?: string) => `changelog${page ? `/${page}` : ''}.md`,
  latestJson: () => 'latest.json',
  jsonSchema: (of: string) => `schema/${of}.json`,
  llms: () => 'llms.txt',
  llmsFull: () => 'llms-full.txt',
  /** Files that static hosts read: redirects from old addresses, and response headers. */
  redirects: () => '_redirects',
  headers: () => '_headers',
  sitemapIndex: () => 'sitemap-index.xml',
  /** The sitemap index at the address that crawlers try by default. */
  sitemapGuess: () => 'sitemap.xml',
  /** The sitemap of a year's releases. The sitemap of year 0 has all other pages. */
  sitemap: (year = '0') => `sitemap-${year}.xml`,
  colours: () => 'colours.css',
  favicon: () => 'favicon.svg',
  /** The default address of an icon, which browsers request for feeds. */
  faviconIco: () => 'favicon.ico',
  manifest: () => 'manifest.webmanifest',
  shareImage: () => 'share.png',
  /** The preview image of a release. `digest` is a digest of what it shows. */
  card: (name: string) => `cards/${name}.jpg`,
  asset: (file: string) => `assets/${file}`,
} as const;

/**
 * The path of a page of a list, below the base.
 * @param of path of the list
 */
export function pagePath(of: string, number: number | 'first' | undefined): string {
  return typeof number === 'number' ? paths.page(number, of) : of;
}

export type Urls = ReturnType<typeof createUrls>;

/**
 * Whether a link points to a page as a whole, so without a fragment. Accepts absolute and relative
 * addresses.
 * @param path of the page, below the base
 */
export function pointsTo(href: string, path: string, urls: Urls): boolean {
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
 * @param bare removes the slash at the end of page addresses
 */
export function createUrls(origin: string, base: string, { bare = false } = {}) {
  /** The base with a slash at its end, for scripts that append a path. */
  const root = withSlash(base);
  /** Converts a path below the base for an `href` on the site's own pages. */
  const href = bare
    ? (path: string) => `${root}${path}`.replace(/(?<=.)\/$/, '')
    : (path: string) => `${root}${path}`;
  /** Converts a path to an address with the origin, for feeds, the sitemap and canonical links. */
  const absolute = (path: string) => origin + href(path);
  return { base: root, href, absolute };
}
