import type { MilestoneEntry, MilestoneSummary } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import { feedCategories } from '../../feeds/categories.ts';
import type { Feed, FeedItem } from '../../feeds/feed.ts';
import { printableXml } from '../../feeds/printable.ts';
import { tagUri } from '../../feeds/tag-uri.ts';
import { channelFeed } from '../../releases/feeds/channel-feed.ts';
import { attachmentsHtml, boundedHtml, standalone } from '../../releases/feeds/item-html.ts';
import { withAbsoluteUrls } from '../../releases/feeds/release-item.ts';
import { roadmapSubscription } from '../../releases/subscribe/subscriptions.ts';
import { latestMoveFirst, movedAt } from '../milestone-dates.ts';
import { milestoneView } from '../milestone-view.ts';

export function byLastMove<T extends MilestoneSummary>(milestones: Iterable<T>): T[] {
  return [...milestones].sort(latestMoveFirst);
}

export function roadmapFeed(milestones: readonly MilestoneEntry[], site: SiteContext): Feed {
  const { title } = roadmapSubscription(site);
  const folder = paths.roadmap();
  const items = milestones.map((one) => milestoneItem(one, site));
  return channelFeed({ kind: 'roadmap', key: '', title, page: folder, folder }, items, site);
}

/** The title begins with the status, because the status is what changes. */
export function milestoneItem(entry: MilestoneEntry, site: SiteContext): FeedItem {
  const view = milestoneView(entry, withAbsoluteUrls(site));
  const { status, project, labels, title } = view;
  const html = standalone(view.html, view.href) + attachmentsHtml(view.attachments, site.strings);
  return printableXml({
    id: tagUri(site.workspace, 'milestones', entry.id),
    url: view.href,
    title: `${status.name}: ${title}`,
    summary: view.description,
    html: boundedHtml(html, view, site.strings),
    published: movedAt(entry),
    edited: undefined,
    categories: feedCategories(
      [
        ['projects', project],
        ...labels.map(({ name }) => ['labels', name] as const),
        ['statuses', status.name],
      ],
      site,
    ),
    authors: [],
    picture: undefined,
  });
}
