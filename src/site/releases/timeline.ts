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

export interface Neighbours<T> {
  previous: T | undefined;
  next: T | undefined;
}

/** The entries before and after each entry of some lists, by the entry's id. */
export function neighbours<T extends { id: string }>(
  lists: Iterable<readonly T[]>,
): Map<string, Neighbours<T>> {
  const byId = new Map<string, Neighbours<T>>();
  for (const list of lists)
    for (const [index, { id }] of list.entries())
      byId.set(id, { previous: list[index - 1], next: list[index + 1] });
  return byId;
}
