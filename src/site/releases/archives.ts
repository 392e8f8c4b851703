import type { ReleaseSummary } from '../../model/content/content.ts';
import { type FilterKind, filterKinds } from '../../model/content/filter-kinds.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext } from '../base/context.ts';
import { type Page, paginate } from '../base/paginate.ts';
import { pagePath } from '../base/urls.ts';
import { archiveKinds } from './archive-kinds.ts';
import { newestFirst } from './timeline.ts';

/** All releases of one project, label, type of change or year, or all pre-releases. */
export interface Archive {
  kind: FilterKind;
  /** Unique among archives of the same kind. It is the API's id if there is one. */
  key: string;
  /** The value for the archive in the query parameters of filters. */
  slug: string;
  /** The path of its first page, below the base. */
  path: string;
  name: string;
  /** The class of its colour; undefined for kinds without colours. */
  colour: string | undefined;
  /** Newest first. */
  releases: ReleaseSummary[];
}

/**
 * Every archive of the changelog, kind by kind. Projects, labels, types and pre-releases have an
 * archive even without releases, so that links to the archive keep working.
 */
export function archives(releases: Iterable<ReleaseSummary>, site: SiteContext): Archive[] {
  const sorted = newestFirst(releases);
  return filterKinds.flatMap((kind) => {
    const { keys, all, path } = archiveKinds[kind];
    const byKey = groupByEach(sorted, (release) => keys(release, site));
    return all(site, byKey).map(({ key, id, slug, name, color }) => ({
      kind,
      key: id ?? key,
      slug,
      path: path(slug),
      name,
      colour: color === undefined ? undefined : colourClass(color),
      releases: byKey.get(key) ?? [],
    }));
  });
}

export interface ArchivePage extends Page<ReleaseSummary> {
  archive: Archive;
  /** The page's own address, as a path below the base. */
  path: string;
}

/** The pages of an archive. Like the pages of the changelog, they are numbered from the oldest. */
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
