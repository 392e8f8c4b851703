import { paths } from '../site/base/urls.ts';
import type { Document } from '../site/feeds/document.ts';
import { channelDocuments } from '../site/releases/feeds/channel-documents.ts';
import type { JoiningItem } from '../site/releases/feeds/joining-items.ts';
import { channels } from '../site/releases/subscribe/channels.ts';
import { opml } from '../site/releases/subscribe/opml.ts';
import { type FeedGroup, subscriptions } from '../site/releases/subscribe/subscriptions.ts';
import { movesDocuments } from '../site/roadmap/feeds/moves-documents.ts';
import { roadmapDocuments } from '../site/roadmap/feeds/roadmap-feed.ts';
import type { Sources } from '../site/roadmap/feeds/sources.ts';

// Plans the feeds and the OPML file from the listings of a site's content. The text of each
// document is created on demand. This module never reads the disk itself, and reads a release only
// once, even if several feeds contain the release.

/**
 * @param ofFeatures feeds of features, which are added to the OPML file
 * @param joining items of features, which are added to the feeds of releases
 */
export function documents(
  sources: Sources,
  ofFeatures: readonly FeedGroup[] = [],
  joining: readonly JoiningItem[] = [],
): Document[] {
  const { site, releases } = sources;
  return [
    ...channelDocuments(sources, joining),
    ...(site.config.show.roadmap ? [...roadmapDocuments(sources), ...movesDocuments(sources)] : []),
    {
      path: paths.opml(),
      fields: undefined,
      write: () => opml(subscriptions(channels(releases, site), ofFeatures, site), site),
    },
  ];
}
