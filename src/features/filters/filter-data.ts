import type { ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { dayOf } from '../../site/base/dates.ts';
import { paths } from '../../site/base/urls.ts';
import { typesInRows } from '../../site/releases/release-row.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { FilterData } from './filter-rows.ts';

/**
 * Content of `/filters.json`: for every release, the fields that filters and the list of matches
 * need.
 */
export function filterData(releases: Iterable<ReleaseSummary>, site: SiteContext): FilterData {
  const projects = [...site.projects.values()];
  const labels = [...site.labels.values()];
  const types = typesInRows(site).map(({ slug }) => slug);
  const projectAt = positions(projects.map(({ id }) => id));
  const labelAt = positions(labels.map(({ id }) => id));
  const typeAt = positions(types);
  return {
    release: site.urls.href(paths.release('*')),
    projects: projects.map(({ slug }) => slug),
    labels: labels.map(({ slug }) => slug),
    types,
    releases: newestFirst(releases).map((one) => [
      one.slug,
      one.title,
      dayOf(one, site),
      one.version,
      projectAt([one.project ?? ''])[0] ?? null,
      labelAt(one.labels),
      typeAt([...new Set(one.changes.flatMap(({ type }) => type ?? []))]).sort((a, b) => a - b),
      one.is_pre_release ? 1 : 0,
    ]),
  };
}

/** Returns a function that maps keys to their indexes in `all` and leaves out unknown keys. */
function positions(all: readonly string[]): (keys: readonly string[]) => number[] {
  const byKey = new Map(all.map((key, index) => [key, index]));
  return (keys) => keys.flatMap((key) => byKey.get(key) ?? []);
}
