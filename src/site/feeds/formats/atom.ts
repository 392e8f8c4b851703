import type { Element } from 'xast';
import { x } from 'xastscript';
import type { SiteFrame } from '../../base/context.ts';
import { siteIcons } from '../../base/icons.ts';
import { latest } from '../../base/newest.ts';
import { paths } from '../../base/urls.ts';
import { changed, type Feed, type FeedItem, mediaContent } from '../feed.ts';
import { withSheet, xmlDocument } from './xml.ts';

/** The links of a document to the archives of its feed (RFC 5005, section 4). */
interface ArchivedFeed {
  /** Path of the document below the base; undefined for the document that readers subscribe to. */
  path: string | undefined;
  /** Path of the archive document with the next older entries. */
  older: string | undefined;
}

const unarchived: ArchivedFeed = { path: undefined, older: undefined };

// Value of `updated` in an empty feed, because Atom requires this element.
const before = '1970-01-01T00:00:00.000Z';

/**
 * An Atom 1.0 document (RFC 4287). Archive documents only link to older documents, so that they do
 * not change when newer documents are added.
 */
export function atom(feed: Feed, site: SiteFrame, place = unarchived): string {
  const { urls, strings, config } = site;
  const current = paths.atom(feed.folder);
  const { path = current, older } = place;
  const root = x('feed', { ...namespaces, 'xml:lang': feed.language }, [
    x('id', feed.id),
    x('title', feed.title),
    x('subtitle', feed.description),
    x('updated', latest(feed.items.map(changed)) ?? before),
    x('link', { rel: 'self', type: 'application/atom+xml', href: urls.absolute(path) }),
    x('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
    ...(path === current ? [] : [x('fh:archive'), link('current', urls.absolute(current))]),
    ...(older === undefined ? [] : [link('prev-archive', urls.absolute(older))]),
    x('author', [x('name', feed.author)]),
    x('generator', 'Waymark'),
    x('icon', urls.absolute(siteIcons(config)[0].path)),
    x('logo', urls.absolute(paths.shareImage())),
    x('xhtml:p', [
      `${strings.feeds.note} `,
      x('xhtml:a', { href: urls.absolute(paths.subscribe()) }, strings.feeds.how),
    ]),
    ...feed.items.map(entry),
  ]);
  return withSheet(xmlDocument(root), urls);
}

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
  'xmlns:fh': 'http://purl.org/syndication/history/1.0',
  'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
};

function entry(item: FeedItem): Element {
  const { picture, published } = item;
  const media = mediaContent(item);
  const file = picture && { href: picture.url, type: picture.type, length: `${picture.bytes}` };
  return x('entry', [
    x('id', item.id),
    x('title', item.title),
    x('link', { rel: 'alternate', type: 'text/html', href: item.url }),
    ...(file ? [x('link', { rel: 'enclosure', ...file })] : []),
    ...(media ? [x('media:content', media)] : []),
    ...(published ? [x('published', published)] : []),
    x('updated', changed(item) ?? before),
    ...item.authors.map((name) => x('author', [x('name', name)])),
    ...item.categories.map(({ name, scheme }) => x('category', { term: name, scheme })),
    x('summary', item.summary),
    // Browsers do not make Atom's own links clickable.
    x('xhtml:a', { href: item.url }, item.url),
    x('content', { type: 'html' }, item.html),
  ]);
}

function link(rel: string, href: string): Element {
  return x('link', { rel, type: 'application/atom+xml', href });
}
