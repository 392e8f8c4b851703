import { shorten } from '../../lib/text/text.ts';
import { type SiteContext, type SiteFrame, siteTitle } from '../../site/base/context.ts';
import { paths } from '../../site/base/urls.ts';
import type { Document } from '../../site/feeds/document.ts';
import { type FeedItem, feedItem } from '../../site/feeds/feed.ts';
import { feedDocuments } from '../../site/feeds/feed-documents.ts';
import { type Subscription, subscription } from '../../site/feeds/subscription.ts';
import { tagUri } from '../../site/feeds/tag-uri.ts';
import { boundedHtml } from '../../site/releases/feeds/item-html.ts';
import type { Core } from '../feature.ts';
import { digestHtml } from './digest-html.ts';
import type { Digest, DigestWeek } from './digests.ts';
import { endOfWeek, weekName } from './weeks.ts';

type Sources = Pick<Core, 'site' | 'readRelease'>;

/** Limits for the summary of one week: the number of titles, and the length in characters. */
const maxTitles = 30;
const maxSummaryLength = 1000;

export function digestSubscription(
  { project }: Pick<Digest, 'project'>,
  site: SiteFrame,
): Subscription {
  const { title: digest, all } = site.strings.digests;
  const title = [siteTitle(site), project?.name, digest].filter(Boolean).join(': ');
  const page = project ? paths.project(project.slug) : paths.home();
  const folder = project ? paths.digest(page) : paths.digest();
  return subscription({ name: project?.name ?? all, title, page, folder });
}

/** The documents of each digest's feeds. */
export function digestDocuments(digests: readonly Digest[], core: Sources): Document[] {
  const { site } = core;
  return digests.flatMap((digest) => {
    const { project, weeks } = digest;
    const feed = digestSubscription(digest, site);
    const { title, page } = feed;
    const fields = {
      releases: weeks.flatMap(({ releases }) => releases),
      aside: [title, weeks.map(({ week, releases }) => [week, releases.length])],
    };
    const items = () => Promise.all(weeks.map((week) => digestItem(digest, week, page, core)));
    return feedDocuments({ kind: 'digests', key: project?.id, ...feed }, items, fields, site);
  });
}

/** The item's id contains the project and the week. */
async function digestItem(
  { project }: Digest,
  { week, releases }: DigestWeek,
  page: string,
  { site, readRelease }: Sources,
): Promise<FeedItem> {
  const entries = await Promise.all(releases.map(({ slug }) => readRelease(slug)));
  const href = site.urls.absolute(page);
  const titles = entries.slice(0, maxTitles).map(({ title }) => title);
  const summary = shorten(titles.join(' · '), maxSummaryLength);
  const html = digestHtml(entries, !project, site);
  return feedItem({
    id: tagUri(site.workspace, 'digests', ...(project ? [project.id] : []), 'weeks', week),
    url: href,
    title: titleOf(week, releases.length, site),
    summary,
    html: boundedHtml(html, { href, description: summary }, site.strings),
    published: endOfWeek(week, site),
  });
}

/** A title such as "1–7 June 2026: 4 releases". */
function titleOf(week: string, count: number, site: SiteContext): string {
  return `${weekName(week, site)}: ${site.strings.releases(count)}`;
}
