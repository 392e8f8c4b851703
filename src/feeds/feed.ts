import type { ReleaseEntry, ReleaseSummary } from '../model/content.ts';
import type { SiteContext } from '../site/context.ts';
import { type ReleaseView, releaseView } from '../site/release-view.ts';
import { changedAt } from '../site/site-pages.ts';
import { newestFirst } from '../site/timeline.ts';

/** One release as every feed format tells it; addresses are absolute, times RFC 3339. */
export interface FeedItem {
  /** From the API's id alone: the same after a change of slug, domain or build (RFC 4151). */
  id: string;
  url: string;
  title: string;
  summary: string;
  html: string;
  published: string;
  updated: string;
  categories: string[];
  authors: string[];
}

/** The releases of the stable channel, newest first. */
export function stableFeed<T extends ReleaseSummary>(releases: Iterable<T>, count: number): T[] {
  return newestFirst(releases)
    .filter(({ is_pre_release }) => !is_pre_release)
    .slice(0, count);
}

export function feedItems(releases: readonly ReleaseEntry[], site: SiteContext): FeedItem[] {
  const { urls, workspace } = site;
  const absolute = { ...site, urls: { ...urls, href: urls.absolute } };
  return releases.map((entry) => {
    const view = releaseView(entry, absolute);
    return {
      id: `tag:waymark,2026:${encodeURIComponent(workspace.id)}/releases/${encodeURIComponent(entry.id)}`,
      url: view.href,
      title: entry.title,
      summary: view.description,
      html: view.html + changesHtml(view.changes),
      published: entry.released_at,
      updated: changedAt(entry),
      categories: [view.project ?? [], ...view.labels.map(({ name }) => name)].flat(),
      authors: view.contributors.map(({ name }) => name),
    };
  });
}

function changesHtml(changes: ReleaseView['changes']): string {
  return changes
    .map(({ type, items }) => {
      const list = items.map((item) => `<li>${item}</li>`).join('');
      return `<h2>${escapeHtml(type.name)}</h2><ul>${list}</ul>`;
    })
    .join('');
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
