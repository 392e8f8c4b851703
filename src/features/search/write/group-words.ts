import { pageWords, somewhere, zoneOf } from '../positions.ts';
import { type Postings, writePostings } from '../postings.ts';
import type { SearchPage } from '../search-page.ts';

/** Every word of a group's pages: small enough to be kept for the next build. */
export interface GroupWords {
  pages: number;
  /** Filters are among the words, after a space: ` project:web`. */
  words: [string, Postings][];
}

/** A word of more pages, and of more than half of them, has no positions in their texts. */
const manyPages = 200;

export function groupWords(pages: readonly SearchPage[]): GroupWords {
  const all = new Map<string, [page: number, positions: readonly number[]][]>();
  for (const [number, page] of pages.entries()) {
    const { words, types } = pageWords(page);
    const filters = Array.from(new Set(page.filters), (filter) => [` ${filter}`, []] as const);
    const ofTypes = Array.from(types, ([type, range]) => [` type:${type}`, range] as const);
    for (const [word, positions] of [...words, ...filters, ...ofTypes]) {
      const known = all.get(word);
      if (known) known.push([number, positions]);
      else all.set(word, [[number, positions]]);
    }
  }
  const words = Array.from(all, ([word, held]): [string, Postings] => {
    const isCommon = held.length > Math.max(manyPages, pages.length / 2) && word[0] !== ' ';
    return [word, writePostings(isCommon ? held.map(withoutText) : held)];
  });
  return { pages: pages.length, words };
}

/** Replaces the positions in the text by one. */
function withoutText([page, positions]: readonly [number, readonly number[]]) {
  const others = positions.filter((one) => zoneOf(one) !== 'text');
  return [page, others.length < positions.length ? [...others, somewhere] : others] as const;
}
