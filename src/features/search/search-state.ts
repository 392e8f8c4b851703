// The state of the search form, as the query of the page's address. Also runs in browsers.

import { byName, readQuery, writeQuery } from '../../site/base/query-state.ts';

/** Filters in the order of the form. Their names are also parameters of the query. */
export const searchFilters = ['project', 'type', 'label', 'year'] as const;

/** Value of the parameter `order` that lists the oldest results first. */
export const oldestFirst = 'oldest';

const parameters = ['q', ...searchFilters, 'order'] as const;

/** Values of the form's controls by name. A control that is not set has an empty value. */
export type SearchState = Record<(typeof parameters)[number], string>;

/** The search's parameters in a query string. If a parameter is repeated, its last value counts. */
export function readSearch(query: string): (readonly [name: string, value: string])[] {
  const state = readQuery(query, parameters);
  return parameters.flatMap((name) => state[name].slice(-1).map((value) => [name, value] as const));
}

/** Values of a form, trimmed. */
export function searchState(form: Pick<FormData, 'get'>): SearchState {
  return byName(parameters, (name) => String(form.get(name) ?? '').trim());
}

/** The query string for a search, such as `?q=export&year=2026`; empty if nothing is set. */
export function writeSearch(state: SearchState): string {
  return writeQuery(
    byName(parameters, (name) => (state[name] === '' ? [] : [state[name]])),
    parameters,
  );
}
