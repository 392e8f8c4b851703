import type { Channel } from '../site/channels.ts';
import type { SiteContext } from '../site/context.ts';
import { paths } from '../site/urls.ts';
import { atom } from './atom.ts';
import { channelFeed } from './channel-feed.ts';
import type { Document } from './documents.ts';
import type { MakeItem } from './feed.ts';

/** Entries of an archive document: no setting, since a full one never changes. */
const archiveSize = 50;

export interface Archives {
  /** Full ones alone, from the oldest on; each newest first. */
  full: Channel['releases'][];
  /** How many of the newest stand in none of them. */
  unarchived: number;
}

/** Counted from the oldest, so that an archive stays as it is whatever is released. */
export function archivesOf(releases: Channel['releases']): Archives {
  const { length } = releases;
  const full = Array.from({ length: Math.floor(length / archiveSize) }, (_, index) => {
    const end = length - index * archiveSize;
    return releases.slice(end - archiveSize, end);
  });
  return { full, unarchived: length % archiveSize };
}

/** Atom documents with the older entries of a channel (RFC 5005, section 4). */
export function archiveDocuments(
  channel: Channel,
  { full }: Archives,
  makeItem: MakeItem,
  site: SiteContext,
): Document[] {
  return full.map((releases, index) => ({
    path: paths.atomArchive(index + 1),
    write: async () => {
      const feed = channelFeed(channel, await Promise.all(releases.map(makeItem)), site);
      return atom(feed, site, { number: index + 1, older: index || undefined });
    },
  }));
}
