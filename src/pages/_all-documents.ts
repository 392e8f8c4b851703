import type { Core } from '../features/feature.ts';
import { fromFeatures } from '../features/registry.ts';
import type { ReleaseSummary } from '../model/content/content.ts';
import type { CacheKeys } from '../site/base/cache-key.ts';
import { paths } from '../site/base/urls.ts';
import type { Document } from '../site/feeds/document.ts';
import { releaseMarkdown } from '../site/releases/feeds/entry-markdown.ts';
import type { JoiningItem } from '../site/releases/feeds/joining-items.ts';
import { withAbsoluteUrls } from '../site/releases/feeds/release-item.ts';
import type { FeedGroup } from '../site/releases/subscribe/subscriptions.ts';
import { milestoneMarkdown } from '../site/roadmap/feeds/milestone-markdown.ts';
import type { Sources } from '../site/roadmap/feeds/sources.ts';
import { milestoneLogs } from '../site/roadmap/milestone-log.ts';
import { documents } from './_documents.ts';

/** All machine-readable documents: feeds, Markdown versions of pages, and documents of features. */
export function allDocuments(core: Core): Document[] {
  return [
    ...documents(core, feedsOfFeatures(core), itemsOfFeatures(core)),
    ...markdownVersions(core),
    ...fromFeatures(core, (one, plan) => one.documents?.(core, plan)),
  ];
}

export function feedsOfFeatures(core: Core): FeedGroup[] {
  return fromFeatures(core, (one, plan) => one.feeds?.(core, plan));
}

function itemsOfFeatures(core: Core): JoiningItem[] {
  return fromFeatures(core, (one, plan) => one.feedItems?.(core, plan));
}

/** A document's cache key. Undefined if computing the key costs as much as writing the document. */
export function documentKey({ fields }: Document, keys: CacheKeys): string | undefined {
  if (!fields) return undefined;
  const { releases, texts, milestones, aside } = fields;
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
      fields: fieldsOf([one]),
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
      fields: { releases: [], milestones: [one], aside: [log] },
      write: async () => milestoneMarkdown(await readMilestone(one.slug), log, site),
    };
  });
}

function fieldsOf(releases: readonly ReleaseSummary[]) {
  return { releases, milestones: [], aside: [] };
}
