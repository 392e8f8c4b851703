import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import type { SiteContext } from '../../../src/site/base/context.ts';
import type { Feed } from '../../../src/site/feeds/feed.ts';
import { channelFeed } from '../../../src/site/feeds/feed-documents.ts';
import { stableHead } from '../../../src/site/feeds/subscription.ts';
import { releaseItem } from '../../../src/site/releases/feeds/release-item.ts';
import { siteContext } from '../site.ts';

/** The feed of the stable channel with these releases. */
export function feedOf(releases: readonly ReleaseEntry[], site: SiteContext = siteContext()): Feed {
  const items = releases.map((one) => releaseItem(one, site));
  return channelFeed(stableHead(site), items, site);
}
