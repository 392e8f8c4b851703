import { type FilterKind, filterKinds, onlyPreReleases } from '../../model/content/filter-kinds.ts';
import { byName } from '../../site/base/query-state.ts';
import type { FilterState } from './filter-state.ts';

// Reads the releases' filter data. Also runs in browsers.

/**
 * Content of `/filters.json`. Its releases refer to projects, labels and types by their indexes in
 * the lists of slugs.
 */
export interface FilterData {
  /** Address of a release's page, with `*` in place of the slug. */
  release: string;
  projects: string[];
  labels: string[];
  types: string[];
  /**
   * Newest first. Each row has: slug, title, day, version, project, labels, types, and whether it
   * is a pre-release.
   */
  releases: [
    slug: string,
    title: string,
    day: string,
    version: string | null,
    project: number | null,
    labels: number[],
    types: number[],
    preRelease: 0 | 1,
  ][];
}

/** A release in the list of matches, with the slugs of the filters that it matches. */
export type FilterRow = ReturnType<typeof filterRows>[number];

export function filterRows(data: FilterData) {
  const slugsAt = (all: string[], positions: readonly number[]) =>
    positions.flatMap((position) => all[position] ?? []);
  return data.releases.map(([slug, title, day, version, project, labels, types, preRelease]) => ({
    href: data.release.replace('*', slug),
    title,
    /** A date such as "2026-09-09". */
    day,
    version,
    slugs: {
      project: slugsAt(data.projects, project === null ? [] : [project]),
      label: slugsAt(data.labels, labels),
      type: slugsAt(data.types, types),
      year: [day.slice(0, -'-mm-dd'.length)],
      'pre-release': preRelease ? [onlyPreReleases] : [],
    } satisfies Record<FilterKind, readonly string[]>,
    /** Whether the site has several projects. If so, lists show project names. */
    hasProjects: data.projects.length > 1,
  }));
}

export function fitsFilters({ slugs }: FilterRow, state: FilterState): boolean {
  return filterKinds.every((kind) => fitsKind(slugs[kind], state[kind]));
}

/**
 * For each kind and slug, the number of rows that would match if this slug were the only one chosen
 * of its kind.
 */
export function filterCounts(
  rows: readonly FilterRow[],
  state: FilterState,
): Record<FilterKind, Map<string, number>> {
  return byName(filterKinds, (kind) => {
    const others = { ...state, [kind]: [] };
    const counts = new Map<string, number>();
    for (const row of rows)
      if (fitsFilters(row, others))
        for (const slug of row.slugs[kind]) counts.set(slug, (counts.get(slug) ?? 0) + 1);
    return counts;
  });
}

function fitsKind(slugs: readonly string[], chosen: readonly string[]): boolean {
  return chosen.length === 0 || chosen.some((slug) => slugs.includes(slug));
}
