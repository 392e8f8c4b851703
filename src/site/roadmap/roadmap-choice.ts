// What a reader chooses to see of the roadmap, and in which order. Runs in browsers too.

import { byName, readQuery, writeQuery } from '../base/query-state.ts';

export const facets = ['project', 'label'] as const;
export type Facet = (typeof facets)[number];

const sorts = ['votes', 'moved'] as const;
export type Sort = (typeof sorts)[number];

/** Slugs, by what is chosen by. `sort` is only there where it is not the order that pages come in. */
export type Choice = Partial<Record<Facet, string>> & { sort?: Sort };

/** The names in the query, in their order there. */
const parameters = [...facets, 'sort'] as const;

/** What choosing and ordering need to know of a card. */
export interface Facts {
  project: string | undefined;
  /** Slugs. */
  labels: readonly string[];
  votes: number;
  /** RFC 3339 in UTC, or empty where no time is known. */
  moved: string;
}

/** The choice that an address's query holds; what it does not understand it passes over. */
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

/** The query of a choice, such as `?project=site&sort=moved`; empty where nothing is chosen. */
export function writeChoice(choice: Choice): string {
  const values = (name: keyof Choice) => (choice[name] ? [choice[name]] : []);
  return writeQuery(byName(parameters, values), parameters);
}

/** A choice with another value in one place; without a value, with none. */
export function choose<K extends keyof Choice>(
  choice: Choice,
  key: K,
  value: Choice[K] | undefined,
): Choice {
  const { [key]: _, ...rest } = choice;
  return value ? { ...rest, [key]: value } : (rest as Choice);
}

/** Whether a card is among those chosen. */
export function fitsChoice({ project, labels }: Facts, choice: Choice): boolean {
  if (choice.project && choice.project !== project) return false;
  return !choice.label || labels.includes(choice.label);
}

/** Orders cards with the most votes, or the latest move, first. */
export function compareBy(sort: Sort): (a: Facts, b: Facts) => number {
  if (sort === 'votes') return (a, b) => b.votes - a.votes;
  return (a, b) => {
    if (a.moved === b.moved) return 0;
    return a.moved < b.moved ? 1 : -1;
  };
}
