import type { ReleaseSummary } from '../../model/content/content.ts';
import { type FilterKind, filterKinds } from '../../model/content/filter-kinds.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext } from '../base/context.ts';
import { type Page, paginate } from '../base/paginate.ts';
import { pagePath } from '../base/urls.ts';
import { archiveKinds } from './archive-kinds.ts';
import { newestFirst } from './timeline.ts';

/** Everything of one project, label, type of change or year, or every pre-release. */
export interface Archive {
  kind: FilterKind;
  /** What tells it from the others of its kind: an id of the API where there is one. */
  key: string;
  /** What the filters call it in an address. */
  slug: string;
  /** Where its first page is, as a path below the base. */
  path: string;
  name: string;
  /** The class of its colour, where things of its kind have one. */
  colour: string | undefined;
  /** Newest first. */
  releases: ReleaseSummary[];
}

/**
 * Every archive of the changelog, kind by kind. Projects, labels and types that no release bears,
 * and the pre-releases where there are none, have an empty one: links to it stay good.
 */
export function archives(releases: Iterable<ReleaseSummary>, site: SiteContext): Archive[] {
  const sorted = newestFirst(releases);
  return filterKinds.flatMap((kind) => {
    const { keys, all, path } = archiveKinds[kind];
    const found = groupByEach(sorted, (release) => keys(release, site));
    return all(site, found).map(({ key, id, slug, name, color }) => ({
      kind,
      key: id ?? key,
      slug,
      path: path(slug),
      name,
      colour: color === undefined ? undefined : colourClass(color),
      releases: found.get(key) ?? [],
    }));
  });
}

export interface ArchivePage extends Page<ReleaseSummary> {
  archive: Archive;
  /** The page's own address, as a path below the base. */
  path: string;
}

/** An archive's pages, counted from the oldest as those of the changelog. */
export function archivePages(archive: Archive, pageSize: number): ArchivePage[] {
  return paginate(archive.releases, pageSize).map((page) => ({
    ...page,
    archive,
    path: pagePath(archive.path, page.number),
  }));
}

function groupByEach<T>(items: readonly T[], keys: (item: T) => readonly string[]) {
  const groups = new Map<string, T[]>();
  for (const item of items)
    for (const key of new Set(keys(item))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
}
