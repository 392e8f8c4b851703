import { shorten } from '../../lib/text/text.ts';
import { startOfDay } from '../../lib/time/days.ts';
import { type SiteContext, type SiteFrame, siteTitle } from '../../site/base/context.ts';
import { fullName } from '../../site/base/release-name.ts';
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
  const titles = entries.slice(0, maxTitles).map((one) => fullName(one, site));
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

// Weeks from Monday to Sunday in the site's time zone, named by their Monday ("2026-06-01").

type Site = Pick<SiteFrame, 'config'>;

const dayMs = 24 * 60 * 60 * 1000;

/** The time at which a week ends in the site's time zone (RFC 3339 in UTC). */
export function endOfWeek(week: string, { config }: Site): string {
  const next = new Date(Date.parse(week) + 7 * dayMs).toISOString();
  return startOfDay(next.slice(0, 'yyyy-mm-dd'.length), config.timeZone).toISOString();
}

function weekName(week: string, { config }: Site): string {
  const monday = Date.parse(week);
  const format = new Intl.DateTimeFormat(config.locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(monday, monday + 6 * dayMs);
}
