import type { FilterKind } from '../../model/content/filter-kinds.ts';
import { type SiteFrame, siteTitle } from '../base/context.ts';
import { paths } from '../base/urls.ts';

/** A feed that readers may subscribe to; addresses are paths below the base. */
export interface Subscription {
  /** What it is called among its kind, such as "Speed". */
  name: string;
  /** What it is called beside feeds of other sites, such as "Waymark Changelog: Speed". */
  title: string;
  /** The page that shows the same. */
  page: string;
  /** RSS first. */
  formats: { name: string; type: string; path: string }[];
}

/** What a channel tells of. */
export interface ChannelHead {
  kind: 'stable' | 'all' | FilterKind;
  /** What tells it from the others of its kind: an id of the API where there is one. */
  key: string;
  /** What it is called among its kind, such as "Speed". */
  name: string;
  /** Such as "Waymark Changelog: Speed". */
  title: string;
  /** Where its documents lie: a path below the base; empty for the stable channel. */
  folder: string;
  /** Path of the page that shows the same releases. */
  page: string;
}

/** A channel in its three formats. */
export function subscription({
  name,
  title,
  page,
  folder,
}: Pick<ChannelHead, 'name' | 'title' | 'page' | 'folder'>): Subscription {
  return {
    name,
    title,
    page,
    formats: [
      { name: 'RSS', type: 'application/rss+xml', path: paths.rss(folder) },
      { name: 'Atom', type: 'application/atom+xml', path: paths.atom(folder) },
      { name: 'JSON Feed', type: 'application/feed+json', path: paths.jsonFeed(folder) },
    ],
  };
}

/** The channel that every page announces. */
export function stableHead(site: SiteFrame): ChannelHead {
  const name = site.strings.feeds.stable;
  const title = siteTitle(site);
  return { kind: 'stable', key: '', name, title, folder: '', page: paths.home() };
}

/** What a page announces to programs that look for it. */
export interface Alternate {
  type: string;
  title: string;
  path: string;
}

export function alternates({ title, formats }: Subscription): Alternate[] {
  return formats.map(({ name, type, path }) => ({ type, title: `${title} (${name})`, path }));
}

/** What every page announces. */
export function siteAlternates(site: SiteFrame): Alternate[] {
  return alternates(subscription(stableHead(site)));
}
