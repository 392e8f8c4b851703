// The filters and order that a reader chose. Also runs in browsers.

import { byName, readQuery, writeQuery } from '../base/query-state.ts';

export const facets = ['project', 'label'] as const;
export type Facet = (typeof facets)[number];

const sorts = ['votes', 'moved'] as const;
export type Sort = (typeof sorts)[number];

/**
 * The chosen slug of each facet, and the sort order. Without `sort`, cards have the order in which
 * the page was built.
 */
export type Choice = Partial<Record<Facet, string>> & { sort?: Sort };

/** Query parameters, in the order in which they are written. */
const parameters = [...facets, 'sort'] as const;

/** The values of a card that filters and orders use. */
export interface Facts {
  project: string | undefined;
  /** Slugs. */
  labels: readonly string[];
  votes: number;
  /** RFC 3339 in UTC; empty if unknown. */
  moved: string;
}

/** Parses a query and ignores unknown parameters. */
export function readChoice(query: string): Choice {
  const state = readQuery(query, parameters);
  const choice: Choice = {};
  for (const facet of facets) {
    const [slug] = state[facet];
    if (slug) choice[facet] = slug;
  }
  const sort = sorts.find((one) => one === state.sort[0]);
  if (sort) choice.sort = sort;
  return choice;
}

/** The query of a choice, such as `?project=site&sort=moved`; empty if nothing is chosen. */
export function writeChoice(choice: Choice): string {
  const values = (name: keyof Choice) => (choice[name] ? [choice[name]] : []);
  return writeQuery(byName(parameters, values), parameters);
}

/** A copy of a choice with one value replaced. An undefined value is removed. */
export function choose<K extends keyof Choice>(
  choice: Choice,
  key: K,
  value: Choice[K] | undefined,
): Choice {
  const { [key]: _, ...rest } = choice;
  return value ? { ...rest, [key]: value } : (rest as Choice);
}

export function fitsChoice({ project, labels }: Facts, choice: Choice): boolean {
  if (choice.project && choice.project !== project) return false;
  return !choice.label || labels.includes(choice.label);
}

/** Returns a function that compares cards: most votes first, or latest move first. */
export function compareBy(sort: Sort): (a: Facts, b: Facts) => number {
  if (sort === 'votes') return (a, b) => b.votes - a.votes;
  return (a, b) => {
    if (a.moved === b.moved) return 0;
    return a.moved < b.moved ? 1 : -1;
  };
}
