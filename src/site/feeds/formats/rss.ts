import RSS from 'rss';
import type { SiteFrame } from '../../base/context.ts';
import { escapeText } from '../../base/html/escape-html.ts';
import { latest } from '../../base/newest.ts';
import { paths } from '../../base/urls.ts';
import { changed, type Feed, type FeedItem, mediaContent } from '../feed.ts';
import { withSheet } from './xml.ts';

/** An RSS 2.0 document. It does not depend on the time of the build. */
export function rss(feed: Feed, { urls, strings }: SiteFrame): string {
  const channel = new RSS({
    title: feed.title,
    description: feed.description,
    feed_url: urls.absolute(paths.rss(feed.folder)),
    site_url: feed.page,
    // RSS requires a PNG, GIF or JPEG, and the site's icon may be an SVG.
    image_url: urls.absolute(paths.shareImage()),
    language: feed.language,
    generator: 'Waymark',
    custom_namespaces: {
      media: 'http://search.yahoo.com/mrss/',
      xhtml: 'http://www.w3.org/1999/xhtml',
    },
    custom_elements: [
      {
        'xhtml:p': [
          `${strings.feeds.note} `,
          {
            'xhtml:a': [{ _attr: { href: urls.absolute(paths.subscribe()) } }, strings.feeds.how],
          },
        ],
      },
    ],
  });
  for (const item of feed.items) channel.item(rssItem(item));
  const xml = withBuildDate(channel.xml({ indent: true }), latest(feed.items.map(changed)));
  return `${withSheet(xml, urls)}\n`;
}

function rssItem(item: FeedItem): RSS.ItemOptions {
  const { picture, published } = item;
  const enclosure = picture && { url: picture.url, size: picture.bytes, type: picture.type };
  const [media, updated] = [mediaContent(item), changed(item)];
  const authors = item.authors.map((name) => ({ 'dc:creator': { _cdata: name } }));
  const categories = item.categories.map(({ name, scheme }) => ({
    category: { _attr: { domain: scheme }, _cdata: name },
  }));
  return {
    title: item.title,
    // Feed readers parse this element as HTML, so plain text must be escaped.
    description: escapeText(item.summary),
    url: item.url,
    guid: item.id,
    ...(enclosure && { enclosure }),
    // The `rss` package omits an undefined date, but its types do not allow undefined.
    date: published as string,
    custom_elements: [
      ...categories,
      ...authors,
      ...(updated ? [{ 'atom:updated': updated }] : []),
      ...(media ? [{ 'media:content': { _attr: media } }] : []),
      // Browsers do not make RSS's own links clickable.
      { 'xhtml:a': [{ _attr: { href: item.url } }, item.url] },
      { 'content:encoded': { _cdata: item.html } },
    ],
  };
}

/**
 * Replaces the time of the build, which the package writes, because the file would otherwise differ
 * after every build.
 */
function withBuildDate(xml: string, updated: string | undefined): string {
  const element = updated
    ? `<lastBuildDate>${new Date(updated).toUTCString()}</lastBuildDate>`
    : '';
  // Matches only a whole line, because a title or text may contain the same tags.
  return xml.replace(/(?<=^ *)<lastBuildDate>[^<]*<\/lastBuildDate>$/m, element);
}
