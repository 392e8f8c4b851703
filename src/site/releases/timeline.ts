import type { ReleaseSummary } from '../../model/content/content.ts';
import { type Page, paginate } from '../base/paginate.ts';

/** Sorts in the changelog's order: newest first; at the same time, by id. */
export function newestFirst<T extends ReleaseSummary>(releases: Iterable<T>): T[] {
  return [...releases].sort((a, b) => {
    if (a.released_at !== b.released_at) return a.released_at < b.released_at ? 1 : -1;
    return a.id < b.id ? -1 : 1;
  });
}

export interface TimelinePage extends Page<ReleaseSummary> {
  /** Pinned releases, which the first page shows above the others; empty on other pages. */
  pinned: ReleaseSummary[];
}

/**
 * The changelog's pages. The first page has all pinned releases at the top. A pinned release that
 * belongs to a numbered page also appears on that page.
 */
export function timeline(releases: Iterable<ReleaseSummary>, pageSize: number): TimelinePage[] {
  const sorted = newestFirst(releases);
  return paginate(sorted, pageSize).map((page) => {
    if (page.number !== undefined) return { ...page, pinned: [] };
    const items = page.items.filter(({ is_pinned }) => !is_pinned);
    return { ...page, items, pinned: sorted.filter(({ is_pinned }) => is_pinned) };
  });
}

export interface Neighbours {
  newer: ReleaseSummary | undefined;
  older: ReleaseSummary | undefined;
}

/** The previous and the next release of the same project for each release, keyed by its id. */
export function neighbours(releases: Iterable<ReleaseSummary>): Map<string, Neighbours> {
  const byId = new Map<string, Neighbours>();
  const byProject = Map.groupBy(newestFirst(releases), ({ project }) => project);
  for (const sorted of byProject.values())
    for (const [index, { id }] of sorted.entries())
      byId.set(id, { newer: sorted[index - 1], older: sorted[index + 1] });
  return byId;
}
