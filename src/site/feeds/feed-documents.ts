import { limits } from '../../model/limits.ts';
import { type SiteFrame, siteName } from '../base/context.ts';
import { paths } from '../base/urls.ts';
import type { Document, Shown } from './document.ts';
import type { Feed, FeedItem } from './feed.ts';
import { atom } from './formats/atom.ts';
import { jsonFeed } from './formats/json-feed.ts';
import { rss } from './formats/rss.ts';
import { printableXml } from './printable.ts';
import type { ChannelHead } from './subscription.ts';
import { tagUri } from './tag-uri.ts';

/** Paths, below the base, of an archive document in two formats. */
export interface ArchivePaths {
  atom: string;
  json: string;
}

interface FeedHead extends Pick<ChannelHead, 'title' | 'page' | 'folder' | 'withPreReleases'> {
  kind: string;
  key?: string | null | undefined;
}

/**
 * A feed in three formats. One process renders all three, so that the items are made only once.
 * @param older the newest archive of the feed, to which the feed links
 */
export function feedDocuments(
  head: FeedHead,
  makeItems: () => Promise<FeedItem[]>,
  fields: Shown,
  site: SiteFrame,
  older?: ArchivePaths,
): Document[] {
  const { folder } = head;
  let items: Promise<FeedItem[]> | undefined;
  const written = (path: string, write: (feed: Feed) => string): Document => ({
    path,
    fields,
    group: folder,
    write: async () => {
      items ??= makeItems();
      return fitFeed(channelFeed(head, await items, site), write);
    },
  });
  return [
    written(paths.rss(folder), (one) => rss(one, site)),
    written(paths.atom(folder), (one) => atom(one, site, { path: undefined, older: older?.atom })),
    written(paths.jsonFeed(folder), (one) => jsonFeed(one, site, older?.json)),
  ];
}

/**
 * Creates a feed from its items. The feed's id contains `kind` and `key`, so these must not change
 * when names or slugs do.
 */
export function channelFeed(head: FeedHead, items: FeedItem[], site: SiteFrame): Feed {
  const { kind, key, title, page, folder, withPreReleases } = head;
  const { workspace, config, urls } = site;
  const parts = [kind, ...(key ? [key] : []), ...(withPreReleases ? ['all'] : [])];
  const id = tagUri(workspace, 'feeds', ...parts);
  const description = (kind === 'stable' && config.description) || title;
  const names = printableXml({ title, description, author: siteName(site) });
  return { id, ...names, language: config.locale, page: urls.absolute(page), folder, items };
}

/** An upper bound for the bytes between two items in any format. */
const separatorBytes = 16;

/** Writes a feed with as many of its newest items as fit. */
function fitFeed(feed: Feed, write: (feed: Feed) => string): string {
  // A feed is longer than the HTML of its items. So if the HTML alone is too long, the feed need
  // not be written to measure it.
  const htmlBytes = feed.items.reduce((bytes, { html }) => bytes + Buffer.byteLength(html), 0);
  const whole = htmlBytes <= limits.feed.bytes ? write(feed) : undefined;
  if (whole !== undefined && Buffer.byteLength(whole) <= limits.feed.bytes) return whole;
  const sizeOf = (items: FeedItem[]) => Buffer.byteLength(write({ ...feed, items }));
  const frame = sizeOf([]);
  let bytes = frame;
  const tooMany = feed.items.findIndex((item) => {
    bytes += sizeOf([item]) - frame + separatorBytes;
    return bytes > limits.feed.bytes;
  });
  return write({ ...feed, items: feed.items.slice(0, tooMany) });
}
