import { limits } from '../../model/limits.ts';
import type { Feed, FeedItem } from './feed.ts';

/** An upper bound for the bytes between two items in any format. */
const separatorBytes = 16;

/** Writes a feed with as many of its newest items as fit. */
export function fitFeed(feed: Feed, write: (feed: Feed) => string): string {
  // A feed is longer than the HTML of its items. So if the HTML alone is too long, the feed need
  // not be written to measure it.
  const htmlBytes = feed.items.reduce((bytes, { html }) => bytes + Buffer.byteLength(html), 0);
  const whole = htmlBytes <= limits.feed.bytes ? write(feed) : undefined;
  if (whole !== undefined && Buffer.byteLength(whole) <= limits.feed.bytes) return whole;
  const sizeOf = (items: FeedItem[]) => Buffer.byteLength(write({ ...feed, items }));
  const frame = sizeOf([]);
  let bytes = frame;
  const tooMany = feed.items.findIndex((item) => {
    bytes += sizeOf([item]) - frame + separatorBytes;
    return bytes > limits.feed.bytes;
  });
  return write({ ...feed, items: feed.items.slice(0, tooMany) });
}
