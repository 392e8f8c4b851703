import { canLeaveOut, type SearchQuery } from '../query.ts';
import type { SearchIndex, SearchResult } from './search-index.ts';

/**
 * Finds the pages that contain most words of a query, if none contains all. Leaves out the words
 * that match nowhere, then one of the others, and then several, the most common ones first.
 * @param common words that are always left out, because they alone say too little
 */
export async function findPartly(
  index: SearchIndex,
  query: SearchQuery,
  common: ReadonlySet<string> = new Set(),
): Promise<SearchResult> {
  const counts = await index.count(query);
  const optional = counts
    .filter(({ term }) => canLeaveOut(term))
    .toSorted((a, b) => b.pages - a.pages)
    .map(({ term, pages }) => ({ word: term.word, isKnown: pages > 0 }));
  const unknown = optional.filter(({ isKnown }) => !isKnown).map(({ word }) => word);
  const known = optional.filter(({ isKnown }) => isKnown).map(({ word }) => word);
  const several = known.map((_, n) => known.slice(0, n + 1)).slice(1);
  for (const left of [[], ...known.map((word) => [word]), ...several]) {
    const without = new Set([...common, ...unknown, ...left]);
    if (counts.every(({ term }) => without.has(term.word))) continue;
    const result = await index.find(query, false, without);
    if (result.hits.length > 0) return result;
  }
  return index.find(query, false);
}
