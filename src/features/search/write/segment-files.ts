import type { FiltersFile, SegmentIndex } from '../index-format.ts';
import { addPostings, noPostings, type Postings } from '../postings.ts';
import { cutShards } from './cut-shards.ts';
import type { GroupWords } from './group-words.ts';
import { nearList } from './near-list.ts';

/** The files of a segment, except the texts of results. */
export interface SegmentFiles {
  index: string;
  shards: string[];
  filters: string;
  near: string;
}

/**
 * @param words one value per group
 * @param shards number of shards
 */
export function segmentFiles(
  groups: SegmentIndex['groups'],
  words: readonly GroupWords[],
  shards: number,
  maxNearWords: number,
): SegmentFiles {
  const all = joined(words);
  const filters = [...all].filter(([word]) => word.startsWith(' '));
  for (const [filter] of filters) all.delete(filter);
  const lines = Array.from(all, ([word, { text }]) => [word, text] as const);
  const pages = Object.fromEntries(filters.map(([filter, { text }]) => [filter.slice(1), text]));
  const { stamp, borders, shards: texts } = cutShards(lines, shards, JSON.stringify(pages));
  return {
    index: JSON.stringify({ stamp, borders, groups } satisfies SegmentIndex),
    shards: texts,
    filters: JSON.stringify({ stamp, pages } satisfies FiltersFile),
    near: nearList(all, maxNearWords),
  };
}

function joined(groups: readonly GroupWords[]): Map<string, Postings> {
  const all = new Map<string, Postings>();
  let first = 0;
  for (const { pages, words } of groups) {
    for (const [word, postings] of words) {
      const known = all.get(word) ?? noPostings();
      all.set(word, known);
      addPostings(known, postings, first);
    }
    first += pages;
  }
  return all;
}
