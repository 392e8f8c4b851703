import type { ReleaseSummary } from '../../../model/content/content.ts';
import { limits } from '../../../model/limits.ts';
import type { SiteFrame } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import type { FeedItem } from '../../feeds/feed.ts';
import type { Channel } from '../subscribe/channels.ts';

/** An additional feed item about a release, such as a correction of the release. */
export interface JoiningItem {
  release: ReleaseSummary;
  /** Slugs of the types of changes whose feeds contain the item. */
  types: readonly string[];
  /**
   * Slugs of types of changes that the release did not have until additional items added them. The
   * feeds of these types contain the item instead of the release.
   */
  newTypes: readonly string[];
  /**
   * Whether the release was a pre-release up to this time. If it is stable now, the release itself is
   * new in the feeds of stable releases, so that these feeds do not need the item.
   */
  wasPreRelease: boolean;
  /** RFC 3339 in UTC. */
  at: string;
  /** Everything that the item shows in addition to its release, as JSON values. */
  shown: unknown;
  make(): Promise<FeedItem>;
}

/**
 * The additional items in a channel's feed: items that are newer than the oldest release in the
 * feed. They are added to the releases and do not replace any.
 * @param joining newest first
 * @param newest the releases of the feed
 */
export function joiningItems(
  joining: readonly JoiningItem[],
  channel: Channel,
  newest: readonly ReleaseSummary[],
  { config }: SiteFrame,
): JoiningItem[] {
  const inFeed = new Set(newest.map(({ id }) => id));
  const isIn = ({ release, types: slugs, wasPreRelease }: JoiningItem): boolean => {
    if (channel.kind === 'all') return true;
    if (channel.kind === 'pre-release') return release.is_pre_release && wasPreRelease;
    const isRepeated = wasPreRelease && inFeed.has(release.id);
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

/**
 * The releases of a channel without those for which the feed contains an additional item instead.
 * Otherwise, subscribers would be notified twice.
 */
export function releasesInFeed(
  { kind, page, withPreReleases, releases }: Channel,
  joining: readonly JoiningItem[],
): ReleaseSummary[] {
  const isHere = (slug: string) => paths.type(slug) === page;
  const items = joining.filter(
    ({ newTypes, wasPreRelease }) =>
      kind === 'type' && newTypes.some(isHere) && (withPreReleases || !wasPreRelease),
  );
  const ids = new Set(items.map(({ release }) => release.id));
  return releases.filter(({ id }) => !ids.has(id));
}

/** The items of a feed together with the additional items, newest first. */
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
 * The newest items, and all items within seven days of the newest, so that feed readers that poll
 * weekly miss no item.
 * @param items newest first
 * @param timeOf RFC 3339
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
