import type { SiteFrame } from '../base/context.ts';
import { paths } from '../base/urls.ts';
import type { Document } from './document.ts';
import type { Feed } from './feed.ts';
import { fitFeed } from './fit-feed.ts';
import { atom } from './formats/atom.ts';
import { jsonFeed } from './formats/json-feed.ts';
import { rss } from './formats/rss.ts';

/** Paths, below the base, of an archive document in two formats. */
export interface ArchivePaths {
  atom: string;
  json: string;
}

/**
 * A feed in three formats.
 * @param older the newest archive of the feed, to which the feed links
 */
export function feedDocuments(
  folder: string,
  feed: () => Feed | Promise<Feed>,
  fields: Document['fields'],
  site: SiteFrame,
  older?: ArchivePaths,
): Document[] {
  const written = (path: string, write: (feed: Feed) => string): Document => {
    return { path, fields, write: async () => fitFeed(await feed(), write) };
  };
  return [
    written(paths.rss(folder), (one) => rss(one, site)),
    written(paths.atom(folder), (one) => atom(one, site, { path: undefined, older: older?.atom })),
    written(paths.jsonFeed(folder), (one) => jsonFeed(one, site, older?.json)),
  ];
}
