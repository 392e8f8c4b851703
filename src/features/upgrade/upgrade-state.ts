// What an upgrade is planned for, in the query of its address. Runs in browsers too.

import { byName, readQuery, writeQuery } from '../../site/base/query-state.ts';

const parameters = ['project', 'from', 'to'] as const;

/** By parameter: what it says; empty where that is nothing. */
export type UpgradeState = Record<(typeof parameters)[number], string>;

/** @param query such as "?project=api&from=2.3.1&to=4.1.0"; of what it says twice, the last */
export function readUpgrade(query: string): UpgradeState {
  const state = readQuery(query, parameters);
  return byName(parameters, (name) => state[name].at(-1)?.trim() ?? '');
}

/** The query of an upgrade, with its question mark; empty where nothing is set. */
export function upgradeQuery(state: UpgradeState): string {
  return writeQuery(
    byName(parameters, (name) => (state[name] === '' ? [] : [state[name]])),
    parameters,
  );
}
