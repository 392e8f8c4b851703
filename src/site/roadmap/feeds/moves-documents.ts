import type { SiteContext } from '../../base/context.ts';
import { escapeText, link } from '../../base/html/escape-html.ts';
import { feedCategories } from '../../feeds/categories.ts';
import type { Document } from '../../feeds/document.ts';
import { type FeedItem, feedItem } from '../../feeds/feed.ts';
import { feedDocuments } from '../../feeds/feed-documents.ts';
import { tagUri } from '../../feeds/tag-uri.ts';
import { withAbsoluteUrls } from '../../releases/feeds/release-item.ts';
import { movesSubscription } from '../../releases/subscribe/subscriptions.ts';
import { type MilestoneMove, moveView } from '../milestone-moves.ts';
import type { Sources } from './sources.ts';

/** Feeds of the newest changes of milestones' statuses, in three formats. */
export function movesDocuments({ site, moves }: Pick<Sources, 'site' | 'moves'>): Document[] {
  const items = moves.slice(0, site.config.feedItems).map((one) => moveItem(one, site));
  const head = { kind: 'moves', ...movesSubscription(site) };
  return feedDocuments(head, async () => items, { aside: [items] }, site);
}

/** The item's id contains the time of the move, which is unique among the moves of a milestone. */
function moveItem(move: MilestoneMove, site: SiteContext): FeedItem {
  const { milestone, at } = move;
  const { title, href, words, status } = moveView(move, withAbsoluteUrls(site));
  const project = site.projects.get(milestone.project ?? '')?.name;
  return feedItem({
    id: tagUri(site.workspace, 'milestones', milestone.id, 'moves', at),
    url: href,
    title: `${title}: ${words}`,
    summary: words,
    html: `<p>${link(href, title)}</p><p>${escapeText(words)}</p>`,
    published: at,
    categories: feedCategories(
      [
        ['projects', project],
        ['statuses', status.name],
      ],
      site,
    ),
  });
}
