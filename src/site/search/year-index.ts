import type { ReleaseEntry } from '../../model/content/content.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext } from '../base/context.ts';
import { dateView } from '../base/dates.ts';
import { paths } from '../base/urls.ts';
import { newestFirst } from '../changelog/timeline.ts';
import { type SearchDocument, searchDocuments } from './documents.ts';
import type { IndexedRelease, StoredPlace, YearIndex } from './index-options.ts';
import { serialisedIndex } from './serialised-index.ts';

/** The JSON of a year's index (`YearIndex`): the same for the same releases, in whatever order. */
export function yearIndex(entries: Iterable<ReleaseEntry>, site: SiteContext): string {
  const releases = newestFirst(entries);
  const { change_types } = site.workspace;
  const places = releases.flatMap((entry, release) =>
    searchDocuments(entry, change_types).map((document) => ({
      ...document,
      stored: stored(document, release),
    })),
  );
  const used = new Set(places.map(({ type }) => type));
  const table = {
    releases: releases.map((entry) => indexedRelease(entry, site)),
    types: Object.fromEntries(
      change_types
        .filter(({ slug }) => used.has(slug))
        .map(({ slug, title, color }) => [slug, { name: title, colour: colourClass(color) }]),
    ),
  } satisfies Omit<YearIndex, 'index'>;
  return `${JSON.stringify(table).slice(0, -1)},"index":${serialisedIndex(places)}}`;
}

/** A release's own title stands in the table already. */
function stored({ title, ...place }: SearchDocument, release: number): StoredPlace {
  return { release, ...place, ...(place.kind === 'section' && { heading: title }) };
}

function indexedRelease(entry: ReleaseEntry, site: SiteContext): IndexedRelease {
  const project = entry.project ? site.projects.get(entry.project) : undefined;
  return {
    href: site.urls.href(paths.release(entry.slug)),
    title: entry.title,
    version: entry.version,
    date: dateView(entry.released_at, site),
    project: project ? { slug: project.slug, name: project.name } : null,
    labels: entry.labels.flatMap((id) => site.labels.get(id)?.slug ?? []),
  };
}
