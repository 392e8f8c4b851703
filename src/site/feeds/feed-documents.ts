import type { SiteFrame } from '../base/context.ts';
import { paths } from '../base/urls.ts';
import type { Document } from './document.ts';
import type { Feed } from './feed.ts';
import { fitFeed } from './fit-feed.ts';
import { type ArchivedFeed, atom } from './formats/atom.ts';
import { jsonFeed } from './formats/json-feed.ts';
import { rss } from './formats/rss.ts';

/** A feed in three formats. @param place of the Atom one among its archives */
export function feedDocuments(
  folder: string,
  feed: () => Feed | Promise<Feed>,
  fields: Document['fields'],
  site: SiteFrame,
  place?: ArchivedFeed,
): Document[] {
  const written = (path: string, write: (feed: Feed) => string): Document => {
    return { path, fields, write: async () => fitFeed(await feed(), write) };
  };
  return [
    written(paths.rss(folder), (one) => rss(one, site)),
    written(paths.atom(folder), (one) => atom(one, site, place)),
    written(paths.jsonFeed(folder), (one) => jsonFeed(one, site)),
  ];
}
