// The state of the search form in the query of its address. Runs in browsers too.

import { byName, readQuery, writeQuery } from '../../site/base/query-state.ts';

/** Filters in the order of the form; also their names in the query. */
export const searchFilters = ['project', 'type', 'label', 'year'] as const;

const parameters = ['q', ...searchFilters] as const;

/** Values of the form's controls by name; empty if unset. */
export type SearchState = Record<(typeof parameters)[number], string>;

/** Parameters of an address's query; the last one wins. */
export function readSearch(query: string): (readonly [name: string, value: string])[] {
  const state = readQuery(query, parameters);
  return parameters.flatMap((name) => state[name].slice(-1).map((value) => [name, value] as const));
}

/** Values of a form, trimmed. */
export function searchState(form: Pick<FormData, 'get'>): SearchState {
  return byName(parameters, (name) => String(form.get(name) ?? '').trim());
}

/** The query of a search, such as `?q=export&year=2026`; empty if nothing is set. */
export function writeSearch(state: SearchState): string {
  return writeQuery(
    byName(parameters, (name) => (state[name] === '' ? [] : [state[name]])),
    parameters,
  );
}
