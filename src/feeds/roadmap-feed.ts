import type { MilestoneEntry, MilestoneSummary } from '../model/content/content.ts';
import type { SiteContext } from '../site/base/context.ts';
import { paths } from '../site/base/urls.ts';
import { latestMoveFirst, movedAt } from '../site/roadmap/milestone-dates.ts';
import { milestoneView } from '../site/roadmap/milestone-view.ts';
import { roadmapSubscription } from '../site/subscribe/subscriptions.ts';
import { channelFeed } from './channel-feed.ts';
import type { Feed, FeedItem } from './items/feed.ts';
import { attachmentsHtml, boundedHtml, standalone } from './items/item-html.ts';
import { printableXml } from './items/printable.ts';
import { elsewhere, unique } from './items/release-item.ts';
import { tagUri } from './items/tag-uri.ts';

/** The milestones by what moved last; those of which no time is known come at the end. */
export function byLastMove<T extends MilestoneSummary>(milestones: Iterable<T>): T[] {
  return [...milestones].sort(latestMoveFirst);
}

export function roadmapFeed(milestones: readonly MilestoneEntry[], site: SiteContext): Feed {
  const { title } = roadmapSubscription(site);
  const folder = paths.roadmap();
  const items = milestones.map((one) => milestoneItem(one, site));
  return channelFeed({ kind: 'roadmap', key: '', title, page: folder, folder }, items, site);
}

/** A milestone; its title tells how far it is, since that is what moves. */
export function milestoneItem(entry: MilestoneEntry, site: SiteContext): FeedItem {
  const view = milestoneView(entry, elsewhere(site));
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
    categories: unique([project, ...labels.map(({ name }) => name), status.name]),
    authors: [],
    picture: undefined,
  });
}
