import type { ReleaseSummary } from '../../../model/content/content.ts';
import { limits } from '../../../model/limits.ts';
import type { SiteFrame } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import type { FeedItem } from '../../feeds/feed.ts';
import type { Channel } from '../subscribe/channels.ts';

/** An item about a release that joins the feeds of releases, beside the release's own. */
export interface JoiningItem {
  release: ReleaseSummary;
  /** Slugs of the types of changes in whose feeds it is. */
  types: readonly string[];
  /** RFC 3339 in UTC. */
  at: string;
  /** All that the item shows beside its release: JSON values. */
  shown: unknown;
  make(): Promise<FeedItem>;
}

/**
 * Those of a channel that are newer than the oldest release of its feed. They do not count among
 * its releases, so that none of these leaves the feed for them.
 * @param joining newest first @param newest the releases of the feed
 */
export function joiningItems(
  joining: readonly JoiningItem[],
  channel: Channel,
  newest: readonly ReleaseSummary[],
  { config }: SiteFrame,
): JoiningItem[] {
  const isIn = ({ release, types: slugs }: JoiningItem): boolean => {
    if (channel.kind === 'all') return true;
    if (release.is_pre_release) return false;
    if (channel.kind === 'project') return release.project === channel.key;
    if (channel.kind === 'type') return slugs.some((slug) => paths.type(slug) === channel.folder);
    return channel.kind === 'stable';
  };
  const holdsAll = newest.length === channel.releases.length;
  const since = holdsAll ? '' : (newest.at(-1)?.released_at ?? '');
  const found = joining.filter((one) => one.at > since && isIn(one));
  return newestOf(found, ({ at }) => at, config.feedItems);
}

/** A feed's items with those that join it, newest first. */
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
 * Readers who come back within a week miss none, however many came at once.
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
