import { shorten } from '../../lib/text/text.ts';
import type { ReleaseEntry } from '../../model/content/content.ts';
import { type SiteContext, type SiteFrame, siteTitle } from '../../site/base/context.ts';
import { textOfHtml } from '../../site/base/html/sections.ts';
import { fullName } from '../../site/base/release-name.ts';
import { kindedChanges } from '../../site/base/upgrade-kinds.ts';
import { paths } from '../../site/base/urls.ts';
import { isMajorVersion } from '../../site/base/versions.ts';
import { feedCategories } from '../../site/feeds/categories.ts';
import type { Document } from '../../site/feeds/document.ts';
import { type FeedItem, feedItem } from '../../site/feeds/feed.ts';
import { feedDocuments } from '../../site/feeds/feed-documents.ts';
import { type Subscription, subscription } from '../../site/feeds/subscription.ts';
import { tagUri } from '../../site/feeds/tag-uri.ts';
import { feedReleases } from '../../site/releases/feeds/channel-documents.ts';
import { boundedHtml, standalone } from '../../site/releases/feeds/item-html.ts';
import { editedAfter, withAbsoluteUrls } from '../../site/releases/feeds/release-item.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Sources } from '../../site/roadmap/feeds/sources.ts';
import { upgradeRelease } from './upgrade-changes.ts';
import type { UpgradeList } from './upgrade-lists.ts';
import { upgradeView } from './upgrade-view.ts';

/**
 * Maximum releases read for a feed. Only the text of a release shows whether readers must act, so
 * after each new release a build reads this many texts again.
 */
const maxReleasesRead = 200;

const maxSummaryLength = 300;

/** The feed of a project's changes that need action from readers. */
export function actionSubscription(
  { slug, name }: Pick<UpgradeList, 'slug' | 'name'>,
  site: SiteFrame,
): Subscription {
  const folder = paths.upgradeList(slug);
  const title = `${siteTitle(site)}: ${name} – ${site.strings.upgrade.groups.action}`;
  return subscription({ name, title, page: folder, folder });
}

/**
 * One feed per list of versions (usually a project). Each feed contains the stable releases with
 * changes that need action, and of their changes only those that need action.
 */
export function actionDocuments(
  lists: readonly UpgradeList[],
  { site, readRelease }: Pick<Sources, 'site' | 'readRelease'>,
): Document[] {
  return lists.flatMap((list) => {
    const stable = newestFirst(list.releases).filter((one) => !one.is_pre_release);
    const releases = feedReleases(stable, maxReleasesRead);
    const items = async () => {
      const entries = await Promise.all(releases.map(({ slug }) => readRelease(slug)));
      const found = entries.flatMap((entry) => {
        const item = actionItem(entry, site);
        return item ? [{ released_at: entry.released_at, item }] : [];
      });
      return feedReleases(found, site.config.feedItems).map(({ item }) => item);
    };
    const { project, name } = list;
    const head = { kind: 'action', key: project, ...actionSubscription(list, site) };
    return feedDocuments(head, items, { texts: releases, aside: [project, name] }, site);
  });
}

/**
 * A feed item for a release. It contains only the changes that need action. Undefined if no change
 * needs action.
 */
export function actionItem(entry: ReleaseEntry, site: SiteContext): FeedItem | undefined {
  const { strings, projects, workspace } = site;
  // Most releases have no such change. Their texts need not be finished.
  const hasAction = kindedChanges(entry, site).some(({ kind }) => kind === 'action');
  if (!hasAction && !isMajorVersion(entry)) return undefined;
  const release = upgradeRelease(entry, withAbsoluteUrls(site));
  const { groups } = upgradeView([release]);
  const changes = groups.find(({ group }) => group === 'action')?.items ?? [];
  const text = changes.map(({ html }) => textOfHtml(html)).filter(Boolean);
  const summary = shorten(text.join(' · '), maxSummaryLength);
  const html = `<ul>${changes.map((change) => `<li>${change.html}</li>`).join('')}</ul>`;
  return feedItem({
    id: tagUri(workspace, 'releases', entry.id, 'action'),
    url: changes[0]?.href ?? release.href,
    title: `${strings.upgrade.groups.action}: ${fullName(entry, site)}`,
    summary,
    html: boundedHtml(
      standalone(html, release.href),
      { href: release.href, description: summary },
      strings,
    ),
    published: entry.released_at,
    edited: editedAfter(entry),
    categories: feedCategories([['projects', projects.get(entry.project ?? '')?.name]], site),
  });
}
