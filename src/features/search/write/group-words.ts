import { writeNumbers } from '../numbers.ts';
import { pageWords, somewhere, zoneOf } from '../positions.ts';
import { addPage, type PostingsDraft, readPostings } from '../postings.ts';
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
  const all = new Map<string, PostingsDraft>();
  const add = (word: string, page: number, positions: readonly number[]) => {
    let known = all.get(word);
    if (!known) {
      known = { numbers: [], pages: 0, last: -1 };
      all.set(word, known);
    }
    addPage(known, page, positions);
  };
  for (const [number, page] of pages.entries()) {
    const { words, types } = pageWords(page);
    for (const [word, positions] of words) add(word, number, positions);
    for (const filter of new Set(page.filters)) add(` ${filter}`, number, []);
    for (const [type, range] of types) add(` type:${type}`, number, range);
  }
  const lines = Array.from(all, ([word, draft]) => {
    const isCommon = draft.pages > Math.max(manyPages, pages.length / 2) && word[0] !== ' ';
    const text = writeNumbers(isCommon ? withoutTexts(draft) : draft.numbers);
    return [word, text, draft.pages, draft.last].join('\t');
  });
  return { pages: pages.length, lines: lines.join('\n') };
}

function withoutTexts({ numbers }: PostingsDraft): number[] {
  const fewer: PostingsDraft = { numbers: [], pages: 0, last: -1 };
  for (const [page, positions] of readPostings(numbers)) {
    const others = positions.filter((one) => zoneOf(one) !== 'text');
    addPage(fewer, page, others.length < positions.length ? [...others, somewhere] : others);
  }
  return fewer.numbers;
}
