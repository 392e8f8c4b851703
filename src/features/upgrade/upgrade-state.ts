// The project and versions of a plan, as the query of the page's address. Also runs in browsers.

import { byName, readQuery, writeQuery } from '../../site/base/query-state.ts';

const parameters = ['project', 'from', 'to'] as const;

/** The value of each parameter; empty if the parameter is not set. */
export type UpgradeState = Record<(typeof parameters)[number], string>;

/**
 * @param query such as "?project=api&from=2.3.1&to=4.1.0"; if a parameter is repeated, its last
 * value counts
 */
export function readUpgrade(query: string): UpgradeState {
  const state = readQuery(query, parameters);
  return byName(parameters, (name) => state[name].at(-1)?.trim() ?? '');
}

/** The query string of a plan, including the question mark; empty if nothing is set. */
export function upgradeQuery(state: UpgradeState): string {
  return writeQuery(
    byName(parameters, (name) => (state[name] === '' ? [] : [state[name]])),
    parameters,
  );
}
