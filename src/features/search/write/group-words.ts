import { pageWords, somewhere, zoneOf } from '../positions.ts';
import { writePostings } from '../postings.ts';
import type { SearchPage } from '../search-page.ts';

/** Every word of a group's pages: small enough to be kept for the next build. */
export interface GroupWords {
  pages: number;
  /**
   * A line for each word, between tabs: the word, its postings, in how many pages it stands, and the
   * last of them. Filters are among them, after a space: ` project:web`.
   */
  lines: string;
}

/** A word that stands in so many pages, and in half of them, tells by its titles alone where. */
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
  const lines = Array.from(all, ([word, held]) => {
    const isCommon = held.length > Math.max(manyPages, pages.length / 2) && word[0] !== ' ';
    const postings = writePostings(isCommon ? held.map(withoutText) : held);
    return [word, postings.text, postings.pages, postings.last].join('\t');
  });
  return { pages: pages.length, lines: lines.join('\n') };
}

/** Replaces the positions in the text by one. */
function withoutText([page, positions]: readonly [number, readonly number[]]) {
  const others = positions.filter((one) => zoneOf(one) !== 'text');
  return [page, others.length < positions.length ? [...others, somewhere] : others] as const;
}
