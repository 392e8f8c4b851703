import MiniSearch from 'minisearch';
import type { TagView } from '../../site/base/tag-view.ts';
import {
  type IndexedRelease,
  indexOptions,
  type YearIndex,
} from '../../site/search/index-options.ts';

/** Where the index of a year lies. */
export interface IndexAddress {
  year: string;
  address: string;
}

/** A year that can be searched. */
export interface SearchableYear {
  year: string;
  releases: IndexedRelease[];
  types: Record<string, TagView>;
  index: MiniSearch;
}

/**
 * Gives years in the order in which they are asked for, with their number in it: the first is
 * loaded alone, then all others. Undefined is one that did not arrive; it is loaded anew the next
 * time.
 */
export function yearIndexes() {
  const loaded = new Map<string, Promise<SearchableYear>>();
  const arrival = async (from: IndexAddress): Promise<SearchableYear | undefined> => {
    const loading = loaded.get(from.year) ?? load(from);
    loaded.set(from.year, loading);
    try {
      return await loading;
    } catch {
      loaded.delete(from.year);
      return undefined;
    }
  };
  return async function* arriving([first, ...others]: readonly IndexAddress[]) {
    if (first) yield [0, await arrival(first)] as const;
    for (const [n, next] of others.map(arrival).entries()) yield [n + 1, await next] as const;
  };
}

async function load({ year, address }: IndexAddress): Promise<SearchableYear> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const { releases, types, index } = (await response.json()) as YearIndex;
  return { year, releases, types, index: await MiniSearch.loadJSAsync(index, indexOptions) };
}
