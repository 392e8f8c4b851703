import { type SiteFrame, siteName } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import { type PartKind, partKinds, placeOf } from '../../feeds/part-place.ts';
import { type Subscription, subscription } from '../../feeds/subscription.ts';
import type { Archive } from '../archives.ts';
import { allHead, archiveHead, type Channel, listHead } from './channels.ts';

export interface Subscriptions {
  /** Feeds of the whole site. */
  main: KindOfFeed<'stable' | 'all' | 'pre-release' | 'roadmap' | 'moves'>[];
  /** Feeds of projects, labels and types of changes, without empty groups. */
  groups: { title: string; parts: FeedPart[] }[];
  /** Feeds that features add. */
  more: FeedGroup[];
}

interface KindOfFeed<Kind> {
  kind: Kind;
  feed: Subscription;
}

/** All feeds of one project, label or type of changes. */
export interface FeedPart {
  /** The fragment of their place on the page about subscribing. */
  place: string;
  name: string;
  /** At most one of each kind, in this order. */
  feeds: KindOfFeed<'stable' | 'all' | 'roadmap'>[];
}

/** A part of the roadmap that has a feed. */
export interface RoadmapOf {
  facet: PartKind;
  slug: string;
  name: string;
  /** Below the base. */
  path: string;
}

/** Feeds with a common title. */
export interface FeedGroup {
  title: string;
  /** Describes the feeds. */
  text?: string;
  feeds: Subscription[];
}

/** A machine-readable document in the list on the page about subscribing. */
export interface ProgramDocument {
  /** Below the base. */
  path: string;
  /** Describes it. */
  text: string;
}

/**
 * All feeds for the page about subscribing, except those of years, because past years get no more
 * releases.
 * @param roadmaps the parts of the roadmap
 * @param more feeds of features
 */
export function subscriptions(
  channels: readonly Channel[],
  roadmaps: readonly RoadmapOf[],
  more: readonly FeedGroup[],
  site: SiteFrame,
): Subscriptions {
  const { strings } = site;
  const ofKind = (kind: Channel['kind']) => channels.filter((one) => one.kind === kind);
  const main = (['stable', 'all', 'pre-release'] as const).flatMap((kind) =>
    ofKind(kind).map((one) => ({ kind, feed: subscription(one) })),
  );
  const roadmap = [
    { kind: 'roadmap' as const, feed: roadmapSubscription(site) },
    { kind: 'moves' as const, feed: movesSubscription(site) },
  ];
  const partsOf = (kind: PartKind): FeedPart[] => {
    const releases = ofKind(kind).map((one) => ({
      name: one.name,
      kind: one.withPreReleases ? ('all' as const) : ('stable' as const),
      feed: subscription(one),
    }));
    const milestones = roadmaps
      .filter(({ facet }) => facet === kind)
      .map((part) => ({
        name: part.name,
        kind: 'roadmap' as const,
        feed: roadmapSubscription(site, part),
      }));
    const byPlace = Map.groupBy([...releases, ...milestones], ({ feed }) => feed.place ?? '');
    return Array.from(byPlace, ([place, feeds]) => ({ place, name: feeds[0]?.name ?? '', feeds }));
  };
  const titles = { project: strings.projects, label: strings.labels, type: strings.types };
  return {
    main: site.config.show.roadmap ? [...main, ...roadmap] : main,
    groups: partKinds
      .map((kind) => ({ title: titles[kind], parts: partsOf(kind) }))
      .filter(({ parts }) => parts.length > 0),
    more: more.filter(({ feeds }) => feeds.length > 0),
  };
}

/** The feed of changes to the roadmap. */
export function movesSubscription(site: SiteFrame): Subscription {
  const folder = paths.roadmapChanges();
  const name = site.strings.story.title;
  const title = `${siteName(site)}: ${name}`;
  return subscription({ name, title, page: folder, folder, place: 'roadmap-changes' });
}

/**
 * The feed of milestones.
 * @param part a project or label, for the feed of its milestones only
 */
export function roadmapSubscription(site: SiteFrame, part?: RoadmapOf): Subscription {
  const { name, path: folder } = part ?? { name: site.strings.roadmap, path: paths.roadmap() };
  const whole = site.strings.roadmapTitle(siteName(site));
  const title = part ? `${whole}: ${name}` : whole;
  const place = part ? placeOf(part.facet, part.slug) : 'roadmap';
  return subscription({ name, title, page: folder, folder, place });
}

/** The feed with the same releases as the changelog's pages, including pre-releases. */
export function allSubscription(site: SiteFrame): Subscription {
  return subscription(allHead(site));
}

/** The feeds of an archive: of its stable releases, then with pre-releases if there are any. */
export function archiveFeeds(archive: Archive, site: SiteFrame): Subscription[] {
  const list = listHead(archive, site);
  if (!list) return [];
  return (list.withPreReleases ? [archiveHead(archive, site), list] : [list]).map(subscription);
}

/** The feed of exactly the releases that an archive lists; undefined if the archive is empty. */
export function archiveSubscription(archive: Archive, site: SiteFrame): Subscription | undefined {
  const head = listHead(archive, site);
  return head && subscription(head);
}
