import type { ReleaseSummary } from '../model/content.ts';
import { type Page, paginate } from './paginate.ts';

/** The changelog's order: newest first, ties by id. */
export function newestFirst<T extends ReleaseSummary>(releases: Iterable<T>): T[] {
  return [...releases].sort((a, b) => {
    if (a.released_at !== b.released_at) return a.released_at < b.released_at ? 1 : -1;
    return a.id < b.id ? -1 : 1;
  });
}

export interface TimelinePage extends Page<ReleaseSummary> {
  /** On the first page: pinned releases, repeated above the rest. */
  pinned: ReleaseSummary[];
}

/** The changelog's pages. Pins are repeated on top of the first and shift nothing. */
export function timeline(releases: Iterable<ReleaseSummary>): TimelinePage[] {
  const sorted = newestFirst(releases);
  return paginate(sorted).map((page) => ({
    ...page,
    pinned: page.number === undefined ? sorted.filter(({ is_pinned }) => is_pinned) : [],
  }));
}

export interface Neighbours {
  newer: ReleaseSummary | undefined;
  older: ReleaseSummary | undefined;
}

/** By id: the releases right before and after, within the same project. */
export function neighbours(releases: Iterable<ReleaseSummary>): Map<string, Neighbours> {
  const found = new Map<string, Neighbours>();
  const byProject = Map.groupBy(newestFirst(releases), ({ project }) => project);
  for (const sorted of byProject.values())
    for (const [index, { id }] of sorted.entries())
      found.set(id, { newer: sorted[index - 1], older: sorted[index + 1] });
  return found;
}
