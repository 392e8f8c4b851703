import { digest } from '../../../lib/digest.ts';
import type { ReleaseSummary } from '../../../model/content/content.ts';
import { limits } from '../../../model/limits.ts';
import { paths } from '../../base/urls.ts';
import type { ArchivePages, Sized } from '../../feeds/archive-pages.ts';
import type { Document, ReleaseSources } from '../../feeds/document.ts';
import { atom } from '../../feeds/formats/atom.ts';
import type { ChannelHead } from '../../feeds/subscription.ts';
import { channelFeed } from './channel-feed.ts';
import { releaseItem } from './release-item.ts';

/** An archive document of an Atom feed (RFC 5005, section 4), by its path below the base. */
interface AtomArchive {
  path: string;
  older: string | undefined;
  releases: readonly ReleaseSummary[];
}

/**
 * The archive documents of a channel, newest first. Where the feed itself may hold fewer releases
 * than are too new for an archive page, these get a document of their own, named after their ids:
 * readers do not fetch an archive document again that they have.
 * @param inFeed the releases of the feed itself, of which those that do not fit are left out
 */
export function atomArchives(
  { newest, archivePages }: ArchivePages<ReleaseSummary>,
  inFeed: readonly (ReleaseSummary & Sized)[],
  folder: string,
): AtomArchive[] {
  const archiveOf = (name: string) => paths.atomArchive(name, folder);
  const pages = archivePages.map(({ name, releases, older }) => ({
    path: archiveOf(name),
    older: older && archiveOf(older),
    releases,
  }));
  if (newest.releases.length <= countFitting(inFeed)) return pages;
  const name = digest(JSON.stringify(newest.releases.map(({ id }) => id)), 12);
  const recent = {
    path: paths.atomRecent(name, folder),
    older: pages[0]?.path,
    releases: newest.releases,
  };
  return [recent, ...pages];
}

/** Escapes make HTML up to four times as long. The other fields of an item are short. */
const maxItemBytes = (textBytes: number) => 4 * Math.min(textBytes, limits.feed.html) + 4_000;

/** How many of the newest certainly fit into a feed. */
function countFitting(releases: readonly Sized[]): number {
  let bytes = 0;
  const tooMany = releases.findIndex(({ textBytes = 0 }) => {
    bytes += maxItemBytes(textBytes);
    return bytes > limits.feed.bytes;
  });
  return tooMany < 0 ? releases.length : tooMany;
}

export function archiveDocuments(
  channel: ChannelHead,
  archives: readonly AtomArchive[],
  { site, readRelease }: ReleaseSources,
): Document[] {
  return archives.map(({ path, older, releases }) => ({
    path,
    fields: { releases, milestones: [], aside: [older] },
    write: async () => {
      const entries = await Promise.all(releases.map(({ slug }) => readRelease(slug)));
      const items = entries.map((one) => releaseItem(one, site));
      return atom(channelFeed(channel, items, site), site, { path, older });
    },
  }));
}
