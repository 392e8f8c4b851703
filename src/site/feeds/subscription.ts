import type { FilterKind } from '../../model/content/filter-kinds.ts';
import { type SiteFrame, siteTitle } from '../base/context.ts';
import { paths, type Urls } from '../base/urls.ts';

/** A feed that readers may subscribe to; addresses are paths below the base. */
export interface Subscription
  extends Pick<ChannelHead, 'name' | 'title' | 'page' | 'folder' | 'place'> {
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
  /** The fragment of the feed's place on the page about subscribing, if it has its own. */
  place?: string | undefined;
}

/** The feed of a channel, in three formats. */
export function subscription(head: Omit<Subscription, 'formats'>): Subscription {
  const { name, title, page, folder, place } = head;
  return {
    name,
    title,
    page,
    folder,
    place,
    formats: [
      { name: 'RSS', type: 'application/rss+xml', path: paths.rss(folder) },
      { name: 'Atom', type: 'application/atom+xml', path: paths.atom(folder) },
      { name: 'JSON Feed', type: 'application/feed+json', path: paths.jsonFeed(folder) },
    ],
  };
}

/** Address of the place on the page about subscribing that lists a feed, or of the whole page. */
export function placeHref({ place }: Pick<Subscription, 'place'>, urls: Urls): string {
  const page = urls.href(paths.subscribe());
  return place ? `${page}#${place}` : page;
}

/**
 * The feed that the header and the footer of a page offer: the first of the page's feeds if that has
 * a place of its own, such as that of a project, or else the stable releases of the whole site.
 */
export function offeredFeed([first]: readonly Subscription[] = [], site: SiteFrame): Subscription {
  return first?.place ? first : subscription(stableHead(site));
}

/** The channel of stable releases, to which every page links. */
export function stableHead(site: SiteFrame): ChannelHead {
  const name = site.strings.feeds.stable;
  const title = siteTitle(site);
  return { kind: 'stable', key: '', name, title, folder: '', page: paths.home() };
}
