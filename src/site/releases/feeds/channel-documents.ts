import type { ReleaseEntry, ReleaseSummary } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { archivePagesOf } from '../../feeds/archive-pages.ts';
import type { Document, ReleaseSources } from '../../feeds/document.ts';
import type { FeedItem, MakeItem } from '../../feeds/feed.ts';
import { type ArchivePaths, feedDocuments } from '../../feeds/feed-documents.ts';
import type { Archive } from '../archives.ts';
import { type Channel, channels } from '../subscribe/channels.ts';
import { archiveDocuments, feedArchives, isCut } from './feed-archives.ts';
import {
  type JoiningItem,
  joiningItems,
  newestOf,
  releasesInFeed,
  withJoining,
} from './joining-items.ts';
import { releaseItem } from './release-item.ts';

/**
 * The feeds of every channel, and archives: of stable releases, of all releases, and of projects with
 * so many new releases that their feeds do not hold them.
 * @param joining additional items from features, newest first
 */
export function channelDocuments(
  sources: ReleaseSources & { archives: readonly Archive[] },
  joining: readonly JoiningItem[] = [],
): Document[] {
  const { site, releases, archives: all } = sources;
  const makeItem = itemMaker(sources);
  return channels(releases, all, site).flatMap((whole) => {
    const channel = { ...whole, releases: releasesInFeed(whole, joining) };
    const newest = feedReleases(channel.releases, site.config.feedItems);
    const joined = joiningItems(joining, channel, newest, site);
    const isArchived = channel.kind === 'project' && isCut(newest, joined.length);
    if (channel.kind !== 'all' && channel.kind !== 'stable' && !isArchived)
      return newestDocuments(channel, newest, joined, makeItem, site);
    const history = archivePagesOf(channel.releases);
    const archives = feedArchives(history, newest, channel.folder, joined.length);
    return [
      ...newestDocuments(channel, newest, joined, makeItem, site, archives[0]),
      ...archiveDocuments(channel, archives, makeItem, site),
    ];
  });
}

/**
 * The releases in a feed: the newest releases, and all releases within seven days of the newest, so
 * that feed readers that poll weekly miss no release.
 * @param releases newest first
 */
export function feedReleases<T extends Pick<ReleaseSummary, 'released_at'>>(
  releases: readonly T[],
  feedItems: number,
): T[] {
  return newestOf(releases, ({ released_at }) => released_at, feedItems);
}

/** The documents with the newest items of a channel. */
function newestDocuments(
  channel: Channel,
  newest: readonly ReleaseSummary[],
  joined: readonly JoiningItem[],
  makeItem: MakeItem,
  site: SiteContext,
  older?: ArchivePaths,
): Document[] {
  const items = async () => withJoining(await Promise.all(newest.map(makeItem)), joined);
  const { releases: _, ...head } = channel;
  const fields = {
    releases: [...newest, ...joined.map(({ release }) => release)],
    aside: [head, older?.atom, ...joined.map(({ shown }) => shown)],
  };
  return feedDocuments(head, items, fields, site, older);
}

/** Makes each item once for all documents, as long as its release is kept in memory. */
function itemMaker({ readRelease, site }: ReleaseSources): MakeItem {
  const made = new WeakMap<ReleaseEntry, FeedItem>();
  return async ({ slug }) => {
    const entry = await readRelease(slug);
    const item = made.get(entry) ?? releaseItem(entry, site);
    made.set(entry, item);
    return item;
  };
}
