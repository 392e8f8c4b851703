// Reads and writes the state of a list in the query of its address. Also runs in browsers.

/** The values of each parameter in order; empty if it is not set. */
export type QueryState<Name extends string> = Record<Name, readonly string[]>;

/**
 * Reads parameters from a query.
 * @param query such as "?label=api&label=security&year=2026"
 */
export function readQuery<Name extends string>(
  query: string,
  names: readonly Name[],
): QueryState<Name> {
  const parameters = new URLSearchParams(query);
  return byName(names, (name) => parameters.getAll(name));
}

/**
 * The query of an address with this state, including its question mark; empty if nothing is set.
 * @param names parameters in the order of the result
 * @param search a query; its other parameters come first in the result
 */
export function writeQuery<Name extends string>(
  state: QueryState<Name>,
  names: readonly Name[],
  search = '',
): string {
  const parameters = new URLSearchParams(search);
  for (const name of names) {
    parameters.delete(name);
    for (const value of state[name]) parameters.append(name, value);
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** Creates an object with a value for every name. */
export function byName<Name extends string, T>(
  names: readonly Name[],
  value: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, T>;
}
