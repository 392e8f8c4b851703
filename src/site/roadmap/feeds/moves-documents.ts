import type { SiteContext } from '../../base/context.ts';
import { escapeAttribute, escapeText } from '../../base/html/escape-html.ts';
import { paths } from '../../base/urls.ts';
import type { Document } from '../../feeds/document.ts';
import type { Feed, FeedItem } from '../../feeds/feed.ts';
import { fitFeed } from '../../feeds/fit-feed.ts';
import { atom } from '../../feeds/formats/atom.ts';
import { jsonFeed } from '../../feeds/formats/json-feed.ts';
import { rss } from '../../feeds/formats/rss.ts';
import { printableXml } from '../../feeds/printable.ts';
import { tagUri } from '../../feeds/tag-uri.ts';
import { channelFeed } from '../../releases/feeds/channel-feed.ts';
import { elsewhere, unique } from '../../releases/feeds/release-item.ts';
import { movesSubscription } from '../../releases/subscribe/subscriptions.ts';
import { moveView, type ToldMove } from '../told-moves.ts';
import type { Sources } from './sources.ts';

/** The newest moves on the roadmap in three formats. */
export function movesDocuments({ site, moves }: Pick<Sources, 'site' | 'moves'>): Document[] {
  const items = moves.slice(0, site.config.feedItems).map((one) => moveItem(one, site));
  const feed = movesFeed(items, site);
  const folder = paths.roadmapChanges();
  const fields = { releases: [], milestones: [], aside: [items] };
  return [
    { path: paths.rss(folder), fields, write: () => fitFeed(feed, (one) => rss(one, site)) },
    { path: paths.atom(folder), fields, write: () => fitFeed(feed, (one) => atom(one, site)) },
    {
      path: paths.jsonFeed(folder),
      fields,
      write: () => fitFeed(feed, (one) => jsonFeed(one, site)),
    },
  ];
}

function movesFeed(items: FeedItem[], site: SiteContext): Feed {
  const { title } = movesSubscription(site);
  const folder = paths.roadmapChanges();
  return channelFeed({ kind: 'moves', key: '', title, page: folder, folder }, items, site);
}

/** Known by the milestone and the time of the move, which no two moves of one share. */
function moveItem(move: ToldMove, site: SiteContext): FeedItem {
  const { milestone, at } = move;
  const { title, href, words, status } = moveView(move, elsewhere(site));
  const project = site.projects.get(milestone.project ?? '')?.name;
  const link = `<a href="${escapeAttribute(href)}">${escapeText(title)}</a>`;
  return printableXml({
    id: tagUri(site.workspace, 'milestones', milestone.id, 'moves', at),
    url: href,
    title: `${title}: ${words}`,
    summary: words,
    html: `<p>${link}</p><p>${escapeText(words)}</p>`,
    published: at,
    edited: undefined,
    categories: unique([project, status.name]),
    authors: [],
    picture: undefined,
  });
}
