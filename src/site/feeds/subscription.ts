import type { FilterKind } from '../../model/content/filter-kinds.ts';
import { type SiteFrame, siteTitle } from '../base/context.ts';
import { paths } from '../base/urls.ts';

/** A feed that readers may subscribe to; addresses are paths below the base. */
export interface Subscription extends Pick<ChannelHead, 'name' | 'title' | 'page' | 'folder'> {
  /** RSS first. */
  formats: { name: string; type: string; path: string }[];
}

/** Describes a channel, such as the releases with a label. Does not contain the releases. */
export interface ChannelHead {
  kind: 'stable' | 'all' | FilterKind;
  /** Unique among channels of the same kind. It is an id of the API if there is one. */
  key: string;
  /**
   * True for the channel with all releases of a project, label or type, including pre-releases.
   * Another channel has only the stable releases.
   */
  withPreReleases?: true;
  /** The name on this site, such as "Speed". */
  name: string;
  /** A title such as "Waymark Changelog: Speed". */
  title: string;
  /** Folder of the channel's documents below the base; empty for the stable channel. */
  folder: string;
  /** Path of the page that shows the same releases. */
  page: string;
}

/** The feed of a channel, in three formats. */
export function subscription(head: Omit<Subscription, 'formats'>): Subscription {
  const { name, title, page, folder } = head;
  return {
    name,
    title,
    page,
    folder,
    formats: [
      { name: 'RSS', type: 'application/rss+xml', path: paths.rss(folder) },
      { name: 'Atom', type: 'application/atom+xml', path: paths.atom(folder) },
      { name: 'JSON Feed', type: 'application/feed+json', path: paths.jsonFeed(folder) },
    ],
  };
}

/** The channel of stable releases, to which every page links. */
export function stableHead(site: SiteFrame): ChannelHead {
  const name = site.strings.feeds.stable;
  const title = siteTitle(site);
  return { kind: 'stable', key: '', name, title, folder: '', page: paths.home() };
}
