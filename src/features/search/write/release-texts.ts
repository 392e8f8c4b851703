import type { ReleaseEntry, ReleaseSummary } from '../../../model/content/content.ts';
import type { SiteContext } from '../../../site/base/context.ts';
import { dateView } from '../../../site/base/dates.ts';
import { paths } from '../../../site/base/urls.ts';
import { type SearchDocument, searchDocuments } from '../documents.ts';
import type { FiltersFile, IndexedPlace, IndexedRelease } from '../index-format.ts';
import { writeRising } from '../postings.ts';

/** `/search/<year>/texts-<n>.json`: what results show of some releases. */
export function releaseTexts(entries: readonly ReleaseEntry[], site: SiteContext): string {
  return JSON.stringify(entries.map((entry) => indexedRelease(entry, site)));
}

/** `/search/<year>/filters.json`. @param releases all of a year, oldest first */
export function searchFiltersOf(
  releases: readonly ReleaseSummary[],
  { projects, labels }: SiteContext,
): string {
  const project = releases.map((one) => [projects.get(one.project ?? '')?.slug]);
  const label = releases.map((one) => one.labels.map((id) => labels.get(id)?.slug));
  return JSON.stringify({
    project: bySlug(project),
    label: bySlug(label),
  } satisfies FiltersFile);
}

function bySlug(all: readonly (string | undefined)[][]): Record<string, string> {
  const marks = all.flatMap((slugs, release) =>
    [...new Set(slugs)].flatMap((slug) => (slug === undefined ? [] : [{ slug, release }])),
  );
  const sorted = [...Map.groupBy(marks, ({ slug }) => slug)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([slug, of]) => [slug, writeRising(of.map(({ release }) => release))]),
  );
}

function indexedRelease(entry: ReleaseEntry, site: SiteContext): IndexedRelease {
  return {
    href: site.urls.href(paths.release(entry.slug)),
    title: entry.title,
    version: entry.version,
    date: dateView(entry.released_at, site),
    project: site.projects.get(entry.project ?? '')?.name ?? null,
    places: searchDocuments(entry, site.workspace.change_types).map(indexedPlace),
  };
}

function indexedPlace({ title, ...place }: SearchDocument): IndexedPlace {
  return { ...place, ...(place.kind === 'section' && { heading: title }) };
}
