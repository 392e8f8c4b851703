import type { SiteContext } from '../site/base/context.ts';
import { paths } from '../site/base/urls.ts';
import { type Channel, channels } from '../site/subscribe/channels.ts';
import { archivePagesOf } from './archive-pages.ts';
import { channelFeed } from './channel-feed.ts';
import type { Document, Sources } from './document.ts';
import { type ArchivedFeed, atom } from './formats/atom.ts';
import { jsonFeed } from './formats/json-feed.ts';
import { rss } from './formats/rss.ts';
import { historyDocuments } from './history-documents.ts';
import type { FeedItem, MakeItem } from './items/feed.ts';
import { releaseItem } from './items/release-item.ts';

/** The feeds of every channel, and the history of the one that holds everything. */
export function channelDocuments(sources: Sources): Document[] {
  const { site, releases, readRelease } = sources;
  const { feedItems } = site.config;
  const makeItem = once(async ({ slug }) => releaseItem(await readRelease(slug), site));
  return channels(releases, site).flatMap((channel) => {
    if (channel.kind !== 'all') return feedDocuments(channel, feedItems, makeItem, site);
    const history = archivePagesOf(channel.releases);
    const { newest } = history;
    const count = Math.max(feedItems, newest.releases.length);
    const place = { name: undefined, older: newest.older };
    return [
      ...feedDocuments(channel, count, makeItem, site, place),
      ...historyDocuments(channel, history, sources),
    ];
  });
}

/** The newest of a channel in three formats. */
function feedDocuments(
  channel: Channel,
  count: number,
  makeItem: MakeItem,
  site: SiteContext,
  place?: ArchivedFeed,
): Document[] {
  const newest = channel.releases.slice(0, count);
  const feed = async () => channelFeed(channel, await Promise.all(newest.map(makeItem)), site);
  const { releases: _, ...head } = channel;
  const fields = { releases: newest, milestones: [], aside: [head, place] };
  const { folder } = head;
  return [
    { path: paths.rss(folder), fields, write: async () => rss(await feed(), site) },
    {
      path: paths.atom(folder),
      fields,
      write: async () => atom(await feed(), site, place),
    },
    {
      path: paths.jsonFeed(folder),
      fields,
      write: async () => jsonFeed(await feed(), site),
    },
  ];
}

/** Makes each item once, however many channels it stands in. */
function once(make: MakeItem): MakeItem {
  const made = new Map<string, Promise<FeedItem>>();
  return (release) => {
    const item = made.get(release.slug) ?? make(release);
    made.set(release.slug, item);
    return item;
  };
}
