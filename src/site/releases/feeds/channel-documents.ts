import type { ReleaseSummary } from '../../../model/content/content.ts';
import { limits } from '../../../model/limits.ts';
import type { SiteContext } from '../../base/context.ts';
import { archivePagesOf } from '../../feeds/archive-pages.ts';
import type { Document, ReleaseSources } from '../../feeds/document.ts';
import type { FeedItem, MakeItem } from '../../feeds/feed.ts';
import { type ArchivePaths, feedDocuments } from '../../feeds/feed-documents.ts';
import { type Channel, channels } from '../subscribe/channels.ts';
import { channelFeed } from './channel-feed.ts';
import { archiveDocuments, feedArchives } from './feed-archives.ts';
import { releaseItem } from './release-item.ts';

/** The feeds of every channel, and archives of the two that cover the whole site. */
export function channelDocuments(sources: ReleaseSources): Document[] {
  const { site, releases, readRelease } = sources;
  const makeItem = once(async ({ slug }) => releaseItem(await readRelease(slug), site));
  return channels(releases, site).flatMap((channel) => {
    const newest = feedReleases(channel.releases, site.config.feedItems);
    if (channel.kind !== 'all' && channel.kind !== 'stable')
      return newestDocuments(channel, newest, makeItem, site);
    const history = archivePagesOf(channel.releases);
    const archives = feedArchives(history, newest, channel.folder);
    return [
      ...newestDocuments(channel, newest, makeItem, site, archives[0]),
      ...archiveDocuments(channel, archives, sources),
    ];
  });
}

const sevenDaysMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The releases in a feed: the newest ones, and all of the newest seven days, so that weekly readers
 * miss none of a burst.
 * @param releases newest first
 */
export function feedReleases<T extends Pick<ReleaseSummary, 'released_at'>>(
  releases: readonly T[],
  feedItems: number,
): T[] {
  const newest = Date.parse(releases[0]?.released_at ?? '');
  const isRecent = (one: T) => Date.parse(one.released_at) > newest - sevenDaysMs;
  const recent = releases.slice(0, limits.feed.items).filter(isRecent).length;
  return releases.slice(0, Math.max(feedItems, recent));
}

/** The newest of a channel. */
function newestDocuments(
  channel: Channel,
  newest: readonly ReleaseSummary[],
  makeItem: MakeItem,
  site: SiteContext,
  older?: ArchivePaths,
): Document[] {
  const feed = async () => channelFeed(channel, await Promise.all(newest.map(makeItem)), site);
  const { releases: _, ...head } = channel;
  const fields = { releases: newest, milestones: [], aside: [head, older?.atom] };
  return feedDocuments(head.folder, feed, fields, site, older);
}

/** Makes an item once for all channels that contain it. */
function once(make: MakeItem): MakeItem {
  const made = new Map<string, Promise<FeedItem>>();
  return (release) => {
    const item = made.get(release.slug) ?? make(release);
    made.set(release.slug, item);
    return item;
  };
}
