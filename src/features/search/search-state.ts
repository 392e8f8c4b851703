// What the search is set to, in the query of its address. Runs in browsers too.

import { byName, readQuery, writeQuery } from '../../site/base/query-state.ts';

/** What a search can be narrowed to, in the order of the form; also the names in the query. */
export const searchFilters = ['project', 'type', 'label', 'year'] as const;

const parameters = ['q', ...searchFilters] as const;

/** By the form's controls: what they hold; empty where that is nothing. */
export type SearchState = Record<(typeof parameters)[number], string>;

/**
 * What an address's query says of the search, name by name; of what it holds more than once, the
 * last.
 */
export function readSearch(query: string): (readonly [name: string, value: string])[] {
  const state = readQuery(query, parameters);
  return parameters.flatMap((name) => state[name].slice(-1).map((value) => [name, value] as const));
}

/** What a form holds, without white space around it. */
export function searchState(form: Pick<FormData, 'get'>): SearchState {
  return byName(parameters, (name) => String(form.get(name) ?? '').trim());
}

/** The query of a search, such as `?q=export&year=2026`; empty where nothing is set. */
export function writeSearch(state: SearchState): string {
  return writeQuery(
    byName(parameters, (name) => (state[name] === '' ? [] : [state[name]])),
    parameters,
  );
}
