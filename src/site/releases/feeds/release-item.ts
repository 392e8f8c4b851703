import { getMimeType } from 'hono/utils/mime';
import type { ReleaseEntry, ReleaseSummary } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import type { FeedItem } from '../../feeds/feed.ts';
import { printableXml } from '../../feeds/printable.ts';
import { tagUri } from '../../feeds/tag-uri.ts';
import { releaseView } from '../release-view.ts';
import { releaseHtml } from './item-html.ts';

export function releaseItem(entry: ReleaseEntry, site: SiteContext): FeedItem {
  const view = releaseView(entry, elsewhere(site));
  return printableXml({
    id: tagUri(site.workspace, 'releases', entry.id),
    url: view.href,
    title: entry.title,
    summary: view.description,
    html: releaseHtml(view, site.strings),
    published: entry.released_at,
    edited: editedAfter(entry),
    categories: categories(entry, site),
    authors: view.contributors.map(({ name }) => name),
    picture: picture(entry, site),
  });
}

/** When a release was edited after it went live. */
export function editedAfter({ released_at, updated_at }: ReleaseSummary): string | undefined {
  return updated_at && updated_at > released_at ? updated_at : undefined;
}

/** The site as it is told of elsewhere: every address whole. */
export function elsewhere(site: SiteContext): SiteContext {
  const { absolute } = site.urls;
  return { ...site, urls: { ...site.urls, href: absolute } };
}

/** Names of project, labels and types of changes, each once. */
function categories(entry: ReleaseEntry, { projects, labels, workspace }: SiteContext): string[] {
  const types = new Set(entry.changes.map(({ type }) => type));
  return unique([
    projects.get(entry.project ?? '')?.name,
    ...entry.labels.map((id) => labels.get(id)?.name),
    ...workspace.change_types.filter(({ slug }) => types.has(slug)).map(({ title }) => title),
  ]);
}

/** The names that there are, each once. */
export function unique(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.filter((name) => name !== undefined))];
}

function picture({ hero }: ReleaseEntry, { urls }: SiteContext): FeedItem['picture'] {
  if (hero?.type !== 'image') return undefined;
  const { file, bytes } = hero.asset;
  const type = getMimeType(file) ?? 'application/octet-stream';
  return { url: urls.absolute(paths.asset(file)), type, bytes };
}
