import { type SiteFrame, siteName } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import { type Subscription, subscription } from '../../feeds/subscription.ts';
import type { Archive } from '../archives.ts';
import { allHead, archiveHead, type Channel, listHead } from './channels.ts';

export interface Subscriptions {
  /** Feeds of the whole site. */
  main: { kind: 'stable' | 'all' | 'pre-release' | 'roadmap' | 'moves'; feed: Subscription }[];
  /** Feeds of projects, labels and types of changes, without empty groups. */
  groups: FeedGroup[];
  /** Feeds that features add. */
  more: FeedGroup[];
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
 * All feeds for the page about subscribing. It leaves out feeds of years, because past years get no
 * more releases, and feeds with the pre-releases of a project, label or type, which only the
 * archive's own page offers.
 * @param more feeds of features
 */
export function subscriptions(
  channels: readonly Channel[],
  more: readonly FeedGroup[],
  site: SiteFrame,
): Subscriptions {
  const { strings } = site;
  const ofKind = (kind: Channel['kind']) =>
    channels.filter((one) => one.kind === kind && !one.withPreReleases).map(subscription);
  const main = (['stable', 'all', 'pre-release'] as const).flatMap((kind) =>
    ofKind(kind).map((feed) => ({ kind, feed })),
  );
  const roadmap = [
    { kind: 'roadmap' as const, feed: roadmapSubscription(site) },
    { kind: 'moves' as const, feed: movesSubscription(site) },
  ];
  const groups = [
    { title: strings.projects, feeds: ofKind('project') },
    { title: strings.labels, feeds: ofKind('label') },
    { title: strings.types, feeds: ofKind('type') },
  ];
  const hasFeeds = ({ feeds }: FeedGroup) => feeds.length > 0;
  return {
    main: site.config.show.roadmap ? [...main, ...roadmap] : main,
    groups: groups.filter(hasFeeds),
    more: more.filter(hasFeeds),
  };
}

/** The feed of changes to the roadmap. */
export function movesSubscription(site: SiteFrame): Subscription {
  const folder = paths.roadmapChanges();
  const name = site.strings.story.title;
  const title = `${siteName(site)}: ${name}`;
  return subscription({ name, title, page: folder, folder });
}

/**
 * The feed of milestones.
 * @param part a project or label, for the feed of its milestones only
 */
export function roadmapSubscription(
  site: SiteFrame,
  part?: { name: string; path: string },
): Subscription {
  const { name, path: folder } = part ?? { name: site.strings.roadmap, path: paths.roadmap() };
  const whole = site.strings.roadmapTitle(siteName(site));
  const title = part ? `${whole}: ${name}` : whole;
  return subscription({ name, title, page: folder, folder });
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
