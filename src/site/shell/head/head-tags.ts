import { breadcrumbList, type Crumb } from '../../base/breadcrumbs.ts';
import { type SiteFrame, siteName } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import { type Subscription, stableHead, subscription } from '../../feeds/subscription.ts';
import type { PageImage } from './page-image.ts';

/** An element of a page's head. */
export interface HeadTag {
  tag: 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  /** Of a script. */
  content?: string;
}

/** The values of a page's head. */
export interface HeadFacts {
  /** The page's path below the base. */
  path: string;
  /** The title for shared links. */
  title: string;
  summary: string | undefined;
  image: PageImage;
  /** When an article was published and last changed: a time (RFC 3339), or a day. */
  article?: { published: string; modified: string } | undefined;
  /** Excludes the page from search engines. */
  hidden?: boolean | undefined;
  /** Feeds of the page. Their links precede the links to the feeds that are on every page. */
  feeds?: readonly Subscription[] | undefined;
  /** Whether the page has a Markdown version. */
  hasMarkdown?: boolean | undefined;
  /** The page's place in the site, for search engines. */
  crumbs?: readonly Crumb[] | undefined;
  /** Other JSON-LD for search engines. */
  data?: object | undefined;
}

/** The canonical address, or `noindex`. */
export function addressTag({ path, hidden }: HeadFacts, { urls }: SiteFrame): HeadTag {
  return hidden
    ? { tag: 'meta', attributes: { name: 'robots', content: 'noindex' } }
    : { tag: 'link', attributes: { rel: 'canonical', href: urls.absolute(path) } };
}

/** Open Graph tags and the type of the preview card, for shared links. */
export function sharingTags(facts: HeadFacts, site: SiteFrame): HeadTag[] {
  const { path, title, summary, image, article } = facts;
  const properties = {
    'og:type': article ? 'article' : 'website',
    'og:title': title,
    'og:site_name': siteName(site),
    'og:url': site.urls.absolute(path),
    'og:locale': openGraphLocale(site.config.locale),
    'og:description': summary,
    'og:image': image.url,
    'og:image:width': String(image.width),
    'og:image:height': String(image.height),
    'og:image:alt': image.alt,
    'article:published_time': article?.published,
    'article:modified_time': article?.modified,
  };
  const tags = Object.entries(properties).flatMap(([property, content]): HeadTag[] =>
    content ? [{ tag: 'meta', attributes: { property, content } }] : [],
  );
  const card = { name: 'twitter:card', content: 'summary_large_image' };
  return [...tags, { tag: 'meta', attributes: card }];
}

/**
 * Links to the page's Markdown version, its feeds, and the feeds that every page links to. Contains
 * no duplicates.
 */
export function feedTags({ path, feeds = [], hasMarkdown }: HeadFacts, site: SiteFrame): HeadTag[] {
  const markdown = { type: 'text/markdown', title: 'Markdown', path: paths.markdown(path) };
  const all = [...feeds, subscription(stableHead(site))].flatMap(({ title, formats }) =>
    formats.map((one) => ({ ...one, title: `${title} (${one.name})` })),
  );
  const announced = new Map(
    [...(hasMarkdown ? [markdown] : []), ...all].map((one) => [one.path, one]),
  );
  return Array.from(announced.values(), ({ type, title, path }) => ({
    tag: 'link',
    attributes: { rel: 'alternate', type, title, href: site.urls.href(path) },
  }));
}

/** JSON-LD for search engines. */
export function dataTags({ crumbs, data }: HeadFacts, site: SiteFrame): HeadTag[] {
  const content = data ?? (crumbs && breadcrumbList(crumbs, site));
  const attributes = { type: 'application/ld+json' };
  return content ? [{ tag: 'script', attributes, content: scriptJson(content) }] : [];
}

/** A locale in Open Graph's format, with its most likely country: `en_GB`. */
function openGraphLocale(locale: string): string {
  const known = openGraphLocales.get(locale);
  if (known !== undefined) return known;
  const { language, region } = new Intl.Locale(locale).maximize();
  openGraphLocales.set(locale, `${language}_${region}`);
  return `${language}_${region}`;
}

/** By the site's locale, as `maximize` takes long for every page. */
const openGraphLocales = new Map<string, string>();

/** Writes JSON that cannot close the script element around it, whatever the data contains. */
export function scriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
