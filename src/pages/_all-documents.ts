import type { Core } from '../features/feature.ts';
import { fromFeatures } from '../features/registry.ts';
import type { CacheKeys } from '../site/base/cache-key.ts';
import { paths } from '../site/base/urls.ts';
import type { Document } from '../site/feeds/document.ts';
import { channelDocuments } from '../site/releases/feeds/channel-documents.ts';
import { releaseMarkdown } from '../site/releases/feeds/entry-markdown.ts';
import type { JoiningItem } from '../site/releases/feeds/joining-items.ts';
import { withAbsoluteUrls } from '../site/releases/feeds/release-item.ts';
import { channels } from '../site/releases/subscribe/channels.ts';
import { opml } from '../site/releases/subscribe/opml.ts';
import { type FeedGroup, subscriptions } from '../site/releases/subscribe/subscriptions.ts';
import { milestoneMarkdown } from '../site/roadmap/feeds/milestone-markdown.ts';
import { movesDocuments } from '../site/roadmap/feeds/moves-documents.ts';
import { roadmapDocuments } from '../site/roadmap/feeds/roadmap-feed.ts';
import type { Sources } from '../site/roadmap/feeds/sources.ts';
import { milestoneLogs } from '../site/roadmap/milestone-log.ts';
import { offeredRoadmaps } from '../site/roadmap/roadmap-parts.ts';

/** All machine-readable documents: feeds, Markdown versions of pages, and documents of features. */
export function allDocuments(core: Core): Document[] {
  return [
    ...documents(
      core,
      feedsOfFeatures(core),
      fromFeatures(core, (one, plan) => one.feedItems?.(core, plan)),
    ),
    ...markdownVersions(core),
    ...fromFeatures(core, (one, plan) => one.documents?.(core, plan)),
  ];
}

export function feedsOfFeatures(core: Core): FeedGroup[] {
  return fromFeatures(core, (one, plan) => one.feeds?.(core, plan));
}

/**
 * The feeds and the OPML file. The text of each document is created on demand.
 * @param ofFeatures feeds of features, which are added to the OPML file
 * @param joining items of features, which are added to the feeds of releases
 */
export function documents(
  sources: Sources,
  ofFeatures: readonly FeedGroup[] = [],
  joining: readonly JoiningItem[] = [],
): Document[] {
  const { site, releases, archives, milestones } = sources;
  return [
    ...channelDocuments(sources, joining),
    ...(site.config.show.roadmap ? [...roadmapDocuments(sources), ...movesDocuments(sources)] : []),
    {
      path: paths.opml(),
      write: () => {
        const roadmaps = offeredRoadmaps(milestones, site);
        const all = channels(releases, archives, site);
        return opml(subscriptions(all, roadmaps, ofFeatures, site), site);
      },
    },
  ];
}

/** A document's cache key. Undefined if computing the key costs as much as writing the document. */
export function documentKey({ fields }: Document, keys: CacheKeys): string | undefined {
  if (!fields) return undefined;
  const { releases = [], texts, milestones = [], aside = [] } = fields;
  return keys.page(
    releases.map(keys.release),
    texts && keys.texts(texts),
    milestones.map(keys.milestone),
    aside,
  );
}

function markdownVersions({ site, releases, readRelease, ...rest }: Sources): Document[] {
  return [
    ...releases.map((one) => ({
      path: paths.markdown(paths.release(one.slug)),
      fields: { releases: [one] },
      write: async () => releaseMarkdown(await readRelease(one.slug), site),
    })),
    ...milestoneVersions({ site, ...rest }),
  ];
}

function milestoneVersions(sources: Omit<Sources, 'releases' | 'readRelease'>): Document[] {
  const { site, milestones, moves, shipping, readMilestone } = sources;
  if (!site.config.show.roadmap) return [];
  const logOf = milestoneLogs(moves, shipping, withAbsoluteUrls(site));
  return milestones.map((one) => {
    const log = logOf(one);
    return {
      path: paths.markdown(paths.milestone(one.slug)),
      fields: { milestones: [one], aside: [log] },
      write: async () => milestoneMarkdown(await readMilestone(one.slug), log, site),
    };
  });
}
