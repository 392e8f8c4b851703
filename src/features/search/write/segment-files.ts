import type { FiltersFile, SegmentIndex } from '../index-format.ts';
import { somewhere } from '../positions.ts';
import { writePostings } from '../postings.ts';
import type { SearchPage } from '../search-page.ts';
import { cutShards, type WordLine } from './cut-shards.ts';
import { nearList } from './near-list.ts';
import { segmentWords } from './segment-words.ts';

/**
 * For a word on more pages than this and on more than half of all pages, positions in texts are not
 * stored.
 */
const manyPages = 200;

export type SegmentFiles = ReturnType<typeof segmentFiles>;

/**
 * The files of a segment, except the texts of results.
 * @param pages pages of all groups in order
 * @param shards number of shards
 */
export function segmentFiles(
  groups: SegmentIndex['groups'],
  pages: readonly SearchPage[],
  shards: number,
  maxNearWords: number,
) {
  const { words, filters } = segmentWords(pages);
  const lines = Array.from(words, ([word, held]): WordLine => {
    const isCommon = held.length > Math.max(manyPages, pages.length / 2);
    return [word, writePostings(held, isCommon ? somewhere : undefined)];
  });
  const byFilter = Object.fromEntries(
    Array.from(filters, ([filter, held]) => [filter, writePostings(held)]),
  );
  const { stamp, borders, shards: texts } = cutShards(lines, shards, JSON.stringify(byFilter));
  return {
    index: JSON.stringify({ stamp, borders, groups } satisfies SegmentIndex),
    shards: texts,
    filters: JSON.stringify({ stamp, pages: byFilter } satisfies FiltersFile),
    near: nearList(words, maxNearWords),
  };
}
