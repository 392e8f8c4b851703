import { channelFeed } from '../../src/feeds/channel-feed.ts';
import type { Feed } from '../../src/feeds/items/feed.ts';
import { releaseItem } from '../../src/feeds/items/release-item.ts';
import type { ReleaseEntry } from '../../src/model/content/content.ts';
import type { SiteContext } from '../../src/site/base/context.ts';
import { stableHead } from '../../src/site/subscribe/channels.ts';
import { siteContext } from '../site/site.ts';

/** The stable channel's feed with these releases. */
export function feedOf(releases: readonly ReleaseEntry[], site: SiteContext = siteContext()): Feed {
  const items = releases.map((one) => releaseItem(one, site));
  return channelFeed(stableHead(site), items, site);
}
