import { type SiteFrame, siteName } from '../../base/context.ts';
import type { Feed, FeedItem } from '../../feeds/feed.ts';
import { printableXml } from '../../feeds/printable.ts';
import { tagUri } from '../../feeds/tag-uri.ts';
import type { Channel } from '../subscribe/channels.ts';

type FeedHead = Pick<Channel, 'key' | 'title' | 'page' | 'folder' | 'withPreReleases'> & {
  kind: string;
};

/**
 * Creates a channel's feed from its items. The feed's id contains `kind` and `key`, so these must
 * not change when names or slugs do.
 */
export function channelFeed(channel: FeedHead, items: FeedItem[], site: SiteFrame): Feed {
  const { kind, key, title, page, folder, withPreReleases } = channel;
  const { workspace, config, urls } = site;
  const parts = [kind, ...(key ? [key] : []), ...(withPreReleases ? ['all'] : [])];
  const id = tagUri(workspace, 'feeds', ...parts);
  const description = (kind === 'stable' && config.description) || title;
  const names = printableXml({ title, description, author: siteName(site) });
  return { id, ...names, language: config.locale, page: urls.absolute(page), folder, items };
}
