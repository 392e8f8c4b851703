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

// Plans every document that is not a page from the light rows of a site; documents are written on
// demand. Never reads the disk itself, nor a release twice for two channels.

/** @param ofFeatures feeds for the OPML file @param joining items of features for the feeds of releases */
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
