import RSS from 'rss';
import { type SiteContext, siteTitle } from '../site/context.ts';
import { latest } from '../site/site-pages.ts';
import { paths } from '../site/urls.ts';
import type { FeedItem } from './feed.ts';

/** An RSS 2.0 document. The same items give the same bytes, whenever it is built. */
export function rss(items: readonly FeedItem[], site: SiteContext): string {
  const { urls, config } = site;
  const feed = new RSS({
    title: siteTitle(site),
    description: config.description ?? siteTitle(site),
    feed_url: urls.absolute(paths.rss()),
    site_url: urls.absolute(paths.home()),
    language: config.locale,
    generator: 'Waymark',
  });
  for (const item of items)
    feed.item({
      title: item.title,
      description: item.html,
      url: item.url,
      guid: item.id,
      categories: item.categories,
      author: item.authors.join(', '),
      date: item.published,
    });
  return withBuildDate(feed.xml({ indent: true }), latest(items.map(({ updated }) => updated)));
}

/** The package writes the present time; a reader is helped by the time of the newest edit. */
function withBuildDate(xml: string, updated: string | undefined): string {
  const element = updated
    ? `<lastBuildDate>${new Date(updated).toUTCString()}</lastBuildDate>`
    : '';
  // On a line of its own: a name that holds the same words is not meant.
  return xml.replace(/(?<=^ *)<lastBuildDate>[^<]*<\/lastBuildDate>$/m, element);
}
