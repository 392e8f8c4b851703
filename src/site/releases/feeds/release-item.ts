import { getMimeType } from 'hono/utils/mime';
import type { Asset, ReleaseEntry, ReleaseSummary } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { fullName } from '../../base/release-name.ts';
import { paths } from '../../base/urls.ts';
import { feedCategories } from '../../feeds/categories.ts';
import { type FeedFile, type FeedItem, feedItem } from '../../feeds/feed.ts';
import { tagUri } from '../../feeds/tag-uri.ts';
import { type ReleaseView, releaseView } from '../release-view.ts';
import { boundedHtml, releaseHtml } from './item-html.ts';

export function releaseItem(entry: ReleaseEntry, site: SiteContext): FeedItem {
  const { view, html } = absoluteRelease(entry, site);
  const { hero } = entry;
  return feedItem({
    id: tagUri(site.workspace, 'releases', entry.id),
    url: view.href,
    title: fullName(entry, site),
    summary: view.description,
    html: boundedHtml(html, view, site.strings),
    published: entry.released_at,
    edited: editedAfter(entry),
    categories: categories(entry, site),
    authors: view.contributors.map(({ name }) => name),
    picture: hero?.type === 'image' ? mirroredFile(hero.asset, site) : undefined,
    video: hero?.type === 'film' ? mirroredFile(hero.asset, site) : undefined,
  });
}

interface AbsoluteRelease {
  site: SiteContext;
  view: ReleaseView;
  html: string;
}

const known = new WeakMap<ReleaseEntry, AbsoluteRelease>();

/**
 * A release for other documents than its page: its view with absolute addresses, and the HTML of
 * all of it. Documents with the same releases are written one after another, so they share it.
 */
export function absoluteRelease(entry: ReleaseEntry, site: SiteContext): AbsoluteRelease {
  const before = known.get(entry);
  if (before?.site === site) return before;
  const view = releaseView(entry, withAbsoluteUrls(site));
  const made = { site, view, html: releaseHtml(view, site.strings) };
  known.set(entry, made);
  return made;
}

/** Time of a release's last edit; undefined unless it was edited after publication. */
export function editedAfter({ released_at, updated_at }: ReleaseSummary): string | undefined {
  return updated_at && updated_at > released_at ? updated_at : undefined;
}

/** A copy of a site in which links to its pages are absolute. */
export function withAbsoluteUrls(site: SiteContext): SiteContext {
  const { absolute } = site.urls;
  return { ...site, urls: { ...site.urls, href: absolute } };
}

/** Project, labels, and types of changes. */
function categories(entry: ReleaseEntry, site: SiteContext): FeedItem['categories'] {
  const { projects, labels, workspace } = site;
  const types = new Set(entry.changes.map(({ type }) => type));
  return feedCategories(
    [
      ['projects', projects.get(entry.project ?? '')?.name],
      ...entry.labels.map((id) => ['labels', labels.get(id)?.name] as const),
      ...workspace.change_types
        .filter(({ slug }) => types.has(slug))
        .map(({ title }) => ['types', title] as const),
    ],
    site,
  );
}

function mirroredFile(asset: Asset, { urls }: SiteContext): FeedFile {
  const { file, bytes, width, height } = asset;
  const type = getMimeType(file) ?? 'application/octet-stream';
  return { url: urls.absolute(paths.asset(file)), type, bytes, width, height };
}
