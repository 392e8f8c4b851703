import type { Element } from 'xast';
import { x } from 'xastscript';
import { type SiteFrame, siteTitle } from '../../base/context.ts';
import { xmlDocument } from '../../feeds/formats/xml.ts';
import { printableXml } from '../../feeds/printable.ts';
import type { Subscription } from '../../feeds/subscription.ts';
import type { Subscriptions } from './subscriptions.ts';

/** All feeds as one OPML 2.0 document, which feed readers import. */
export function opml(subscriptions: Subscriptions, site: SiteFrame): string {
  const { main, groups, more } = printableXml(subscriptions);
  const outlines = (feeds: Subscription[]) => feeds.map((feed) => outline(feed, site));
  const parts = groups.map(({ title, parts }) => ({
    title,
    feeds: parts.flatMap(({ feeds }) => feeds.map(({ feed }) => feed)),
  }));
  const folders = [...parts, ...more].map(({ title, feeds }) =>
    x('outline', { text: title, title }, outlines(feeds)),
  );
  return xmlDocument(
    x('opml', { version: '2.0' }, [
      x('head', [x('title', printableXml(siteTitle(site)))]),
      x('body', [...outlines(main.map(({ feed }) => feed)), ...folders]),
    ]),
  );
}

function outline({ title, page, formats }: Subscription, { urls }: SiteFrame): Element {
  const [rss] = formats;
  const addresses = { htmlUrl: urls.absolute(page), xmlUrl: rss && urls.absolute(rss.path) };
  return x('outline', { type: 'rss', text: title, title, ...addresses });
}
