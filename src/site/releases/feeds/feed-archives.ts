import { digest } from '../../../lib/digest.ts';
import type { ReleaseSummary } from '../../../model/content/content.ts';
import { limits } from '../../../model/limits.ts';
import type { SiteContext } from '../../base/context.ts';
import { countFitting } from '../../base/count-fitting.ts';
import { paths } from '../../base/urls.ts';
import type { ArchivePages, Sized } from '../../feeds/archive-pages.ts';
import type { Document } from '../../feeds/document.ts';
import type { MakeItem } from '../../feeds/feed.ts';
import { type ArchivePaths, channelFeed } from '../../feeds/feed-documents.ts';
import { atom } from '../../feeds/formats/atom.ts';
import { jsonFeed } from '../../feeds/formats/json-feed.ts';
import type { ChannelHead } from '../../feeds/subscription.ts';

/**
 * The archives of a channel, newest first: older releases, in an archive document of the channel's
 * Atom feed and a page of its JSON Feed. If not all releases that are newer than the newest
 * archive page fit into the feed, an additional archive contains them. Its name contains a digest
 * of the releases' ids, because feed readers do not fetch an archive document twice.
 * @param inFeed the releases for the feed itself, some of which may not fit
 */
export function feedArchives(
  { newest, archivePages }: ArchivePages<ReleaseSummary>,
  inFeed: readonly (ReleaseSummary & Sized)[],
  folder: string,
  joining = 0,
) {
  const pathsOf = (name: string): ArchivePaths => ({
    atom: paths.atomArchive(name, folder),
    json: paths.jsonFeedArchive(name, folder),
  });
  const pages = archivePages.map(({ name, releases, older }) => ({
    ...pathsOf(name),
    group: name,
    older: older === undefined ? undefined : pathsOf(older),
    releases,
  }));
  if (newest.releases.length <= countInFeed(inFeed, joining)) return pages;
  const name = digest(JSON.stringify(newest.releases.map(({ id }) => id)), 12);
  const recent = {
    atom: paths.atomRecent(name, folder),
    json: paths.jsonFeedRecent(name, folder),
    older: newest.older === undefined ? undefined : pathsOf(newest.older),
    group: name,
    releases: newest.releases,
  };
  return [recent, ...pages];
}

/**
 * An upper bound for the size of an item. Escaping makes HTML up to four times as long; the other
 * fields are short.
 */
const maxItemBytes = (textBytes: number) => 4 * Math.min(textBytes, limits.feed.html) + 4_000;

/** Whether a feed may lack some of the newest releases. */
export function isCut(newest: readonly (ReleaseSummary & Sized)[], joining: number): boolean {
  return newest.length >= limits.feed.items || countInFeed(newest, joining) < newest.length;
}

/** How many of the newest releases are certain to fit into a feed. */
function countInFeed(releases: readonly Sized[], joining: number): number {
  const sizes = releases.map(({ textBytes = 0 }) => maxItemBytes(textBytes));
  return countFitting(sizes, limits.feed.bytes - joining * maxItemBytes(limits.feed.html));
}

export function archiveDocuments(
  channel: ChannelHead,
  archives: ReturnType<typeof feedArchives>,
  makeItem: MakeItem,
  site: SiteContext,
): Document[] {
  return archives.flatMap(({ releases, older, group, ...own }) => {
    const feed = async () => channelFeed(channel, await Promise.all(releases.map(makeItem)), site);
    const shared = { fields: { releases, aside: [older] }, group };
    return [
      {
        path: own.atom,
        ...shared,
        write: async () => atom(await feed(), site, { path: own.atom, older: older?.atom }),
      },
      {
        path: own.json,
        ...shared,
        write: async () => jsonFeed(await feed(), site, older?.json),
      },
    ];
  });
}
