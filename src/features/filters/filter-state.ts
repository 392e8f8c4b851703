// The state of the changelog's filters in the query of its address. Also runs in browsers.

import { type FilterKind, filterKinds } from '../../model/content/filter-kinds.ts';
import { byName, type QueryState, readQuery, writeQuery } from '../../site/base/query-state.ts';

/**
 * Chosen slugs by kind. A release must match one of the chosen slugs of each kind; a kind without
 * chosen slugs matches all releases.
 */
export type FilterState = QueryState<FilterKind>;

/** @param search such as "?label=api&label=security&year=2026" */
export function parseFilters(search: string): FilterState {
  const state = readQuery(search, filterKinds);
  return byName(filterKinds, (kind) => [...new Set(state[kind])]);
}

/**
 * The query string for these filters, including the question mark. Other parameters of `search` are
 * kept.
 */
export function filterQuery(state: FilterState, search = ''): string {
  return writeQuery(state, filterKinds, search);
}

/** Adds a filter, or removes it if it was already chosen. */
export function toggleFilter(state: FilterState, kind: FilterKind, slug: string): FilterState {
  const chosen = state[kind];
  const rest = chosen.filter((one) => one !== slug);
  return { ...state, [kind]: rest.length < chosen.length ? rest : [...chosen, slug] };
}

/** The chosen filters, kind by kind. */
export function chosenFilters(state: FilterState): [FilterKind, string][] {
  return filterKinds.flatMap((kind) =>
    state[kind].map((slug): [FilterKind, string] => [kind, slug]),
  );
}
