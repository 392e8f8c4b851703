import type { ReleaseSummary } from '../../../model/content/content.ts';
import { limits } from '../../../model/limits.ts';
import type { SiteFrame } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import type { FeedItem } from '../../feeds/feed.ts';
import type { Channel } from '../subscribe/channels.ts';

/** An item about a release that joins the feeds of releases, beside the release's own. */
export interface JoiningItem {
  release: ReleaseSummary;
  /** Slugs of the types of changes whose feeds it joins. */
  types: readonly string[];
  /** Slugs of the types that the release has only since such items. Their feeds show the item instead. */
  newTypes: readonly string[];
  /** Whether the release itself is new in feeds of stable releases, which then need no such item. */
  isNewInStable: boolean;
  /** RFC 3339 in UTC. */
  at: string;
  /** Everything that the item shows beside its release, as JSON values. */
  shown: unknown;
  make(): Promise<FeedItem>;
}

/**
 * Items that join a channel and are newer than the oldest release of its feed. They do not count as
 * releases, so they push no release out of the feed.
 * @param joining newest first @param newest the releases of the feed
 */
export function joiningItems(
  joining: readonly JoiningItem[],
  channel: Channel,
  newest: readonly ReleaseSummary[],
  { config }: SiteFrame,
): JoiningItem[] {
  const inFeed = new Set(newest.map(({ id }) => id));
  const isIn = ({ release, types: slugs, isNewInStable }: JoiningItem): boolean => {
    if (channel.kind === 'all') return true;
    const isRepeated = isNewInStable && inFeed.has(release.id);
    if ((release.is_pre_release || isRepeated) && !channel.withPreReleases) return false;
    if (channel.kind === 'project') return release.project === channel.key;
    if (channel.kind === 'type') return slugs.some((slug) => paths.type(slug) === channel.page);
    return channel.kind === 'stable';
  };
  const holdsAll = newest.length === channel.releases.length;
  const since = holdsAll ? '' : (newest.at(-1)?.released_at ?? '');
  const joined = joining.filter((one) => one.at > since && isIn(one));
  return newestOf(joined, ({ at }) => at, config.feedItems);
}

/** The releases of a channel, except those that an item stands for: subscribers learn of both once. */
export function releasesInFeed(
  { kind, page, withPreReleases, releases }: Channel,
  joining: readonly JoiningItem[],
): ReleaseSummary[] {
  const isHere = (slug: string) => paths.type(slug) === page;
  const items = joining.filter(
    ({ newTypes, isNewInStable }) =>
      kind === 'type' && newTypes.some(isHere) && (withPreReleases || !isNewInStable),
  );
  const ids = new Set(items.map(({ release }) => release.id));
  return releases.filter(({ id }) => !ids.has(id));
}

/** The items of a feed and those that join it, newest first. */
export async function withJoining(
  items: readonly FeedItem[],
  joined: readonly JoiningItem[],
): Promise<FeedItem[]> {
  if (joined.length === 0) return [...items];
  const made = await Promise.all(joined.map((one) => one.make()));
  return [...made, ...items].toSorted(
    (a, b) => Date.parse(b.published ?? '') - Date.parse(a.published ?? ''),
  );
}

const sevenDaysMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The newest items, and all of the newest seven days, so that weekly readers miss none of a burst.
 * @param items newest first @param timeOf RFC 3339
 */
export function newestOf<T>(
  items: readonly T[],
  timeOf: (one: T) => string,
  feedItems: number,
): T[] {
  const [first] = items;
  const newest = Date.parse(first === undefined ? '' : timeOf(first));
  const isRecent = (one: T) => Date.parse(timeOf(one)) > newest - sevenDaysMs;
  const recent = items.slice(0, limits.feed.items).filter(isRecent).length;
  return items.slice(0, Math.max(feedItems, recent));
}
