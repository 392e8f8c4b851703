import type { MilestoneEntry, MilestoneSummary } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { feedCategories } from '../../feeds/categories.ts';
import type { Document } from '../../feeds/document.ts';
import { type FeedItem, feedItem } from '../../feeds/feed.ts';
import { feedDocuments } from '../../feeds/feed-documents.ts';
import { tagUri } from '../../feeds/tag-uri.ts';
import { attachmentsHtml, boundedHtml, standalone } from '../../releases/feeds/item-html.ts';
import { withAbsoluteUrls } from '../../releases/feeds/release-item.ts';
import { roadmapSubscription } from '../../releases/subscribe/subscriptions.ts';
import { latestMoveFirst, movedAt } from '../milestone-dates.ts';
import { milestoneView } from '../milestone-view.ts';
import { type RoadmapPart, roadmapParts } from '../roadmap-parts.ts';
import type { Sources } from './sources.ts';

export function byLastMove<T extends MilestoneSummary>(milestones: Iterable<T>): T[] {
  return [...milestones].sort(latestMoveFirst);
}

/**
 * Feeds of the milestones that changed last, in three formats. The whole roadmap, each project and
 * each label have a feed.
 */
export function roadmapDocuments(sources: Pick<Sources, 'site' | 'milestones' | 'readMilestone'>) {
  const { site, milestones } = sources;
  return [undefined, ...roadmapParts(milestones, site)].flatMap((part) =>
    partDocuments(part, sources),
  );
}

function partDocuments(
  part: RoadmapPart | undefined,
  { site, milestones, readMilestone }: Pick<Sources, 'site' | 'milestones' | 'readMilestone'>,
): Document[] {
  const feed = roadmapSubscription(site, part);
  const newest = byLastMove(part?.milestones ?? milestones).slice(0, site.config.feedItems);
  const kind = part ? `roadmap-${part.facet}` : 'roadmap';
  const items = async () => {
    const entries = await Promise.all(newest.map(({ slug }) => readMilestone(slug)));
    return entries.map((one) => milestoneItem(one, site));
  };
  const fields = { milestones: newest, aside: [feed.title] };
  return feedDocuments({ kind, key: part?.id, ...feed }, items, fields, site);
}

/**
 * The item's title begins with the milestone's status, because the news is usually a new status.
 */
export function milestoneItem(entry: MilestoneEntry, site: SiteContext): FeedItem {
  const view = milestoneView(entry, withAbsoluteUrls(site));
  const { status, project, labels, title } = view;
  const html = standalone(view.html, view.href) + attachmentsHtml(view.attachments, site.strings);
  return feedItem({
    id: tagUri(site.workspace, 'milestones', entry.id),
    url: view.href,
    title: `${status.name}: ${title}`,
    summary: view.description,
    html: boundedHtml(html, view, site.strings),
    published: movedAt(entry)?.at,
    categories: feedCategories(
      [
        ['projects', project],
        ...labels.map(({ name }) => ['labels', name] as const),
        ['statuses', status.name],
      ],
      site,
    ),
  });
}
