// What the filters of the changelog are set to, in the query of its address. Runs in browsers too.

import { type FilterKind, filterKinds } from '../../model/content/filter-kinds.ts';
import { byName, type QueryState, readQuery, writeQuery } from '../../site/base/query-state.ts';

/** By kind: the slugs that were chosen. One of each kind must fit; a kind without any fits all. */
export type FilterState = QueryState<FilterKind>;

/** @param search such as "?label=api&label=security&year=2026" */
export function parseFilters(search: string): FilterState {
  const state = readQuery(search, filterKinds);
  return byName(filterKinds, (kind) => [...new Set(state[kind])]);
}

/** The query of an address with these filters, with a question mark; what else was in it stays. */
export function filterQuery(state: FilterState, search = ''): string {
  return writeQuery(state, filterKinds, search);
}

/** Filters with one more, or without it where it was chosen. */
export function toggleFilter(state: FilterState, kind: FilterKind, slug: string): FilterState {
  const chosen = state[kind];
  const rest = chosen.filter((one) => one !== slug);
  return { ...state, [kind]: rest.length < chosen.length ? rest : [...chosen, slug] };
}

/** What was chosen, kind by kind. */
export function chosenFilters(state: FilterState): [FilterKind, string][] {
  return filterKinds.flatMap((kind) =>
    state[kind].map((slug): [FilterKind, string] => [kind, slug]),
  );
}
