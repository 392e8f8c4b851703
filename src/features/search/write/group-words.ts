import { pageWords, somewhere, zoneOf } from '../positions.ts';
import { type Postings, writePostings } from '../postings.ts';
import type { SearchPage } from '../search-page.ts';

/** Every word of a group's pages, in a form small enough to be cached for the next build. */
export interface GroupWords {
  pages: number;
  /** Filters are listed as words that start with a space, such as ` project:web`. */
  words: [string, Postings][];
}

/**
 * For a word on more pages than this and on more than half of all pages, positions in texts are not
 * stored.
 */
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

/** Replaces all positions in the text with the single position `somewhere`. */
function withoutText([page, positions]: readonly [number, readonly number[]]) {
  const others = positions.filter((one) => zoneOf(one) !== 'text');
  return [page, others.length < positions.length ? [...others, somewhere] : others] as const;
}
