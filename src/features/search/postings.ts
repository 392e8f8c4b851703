import { writeNumbers } from './numbers.ts';

// Postings list the pages that contain a word, and the word's positions in each page. Page numbers
// and positions are stored as differences to the previous number (delta encoding).

/** Positions in ascending order; may be empty. */
type Positions = readonly number[];

/** Encoded postings of a word. */
export interface Postings {
  /**
   * The first number of the postings. It is stored separately from `text`, because it changes when
   * the postings are appended to other postings.
   */
  head: number;
  text: string;
  pages: number;
  /** Number of the last page. */
  last: number;
}

export function noPostings(): Postings {
  return { head: 0, text: '', pages: 0, last: -1 };
}

/** @param pages in ascending order */
export function writePostings(pages: readonly (readonly [page: number, Positions])[]): Postings {
  let last = -1;
  const [head = 0, ...rest] = pages.flatMap(([page, positions]) => {
    const ahead = (page - last - 1) * 2;
    last = page;
    const deltas = positions.map((position, n) => position - (positions[n - 1] ?? -1) - 1);
    // Most words occur once in a page. An entry with one position therefore has no count.
    return positions.length === 1 ? [ahead, ...deltas] : [ahead + 1, positions.length, ...deltas];
  });
  return { head, text: writeNumbers(rest), pages: pages.length, last };
}

/** Appends `more` to `postings`. Page 0 of `more` becomes page `first`. */
export function addPostings(postings: Postings, more: Postings, first: number): void {
  const ahead = first - postings.last - 1;
  postings.text += writeNumbers([more.head + ahead * 2]) + more.text;
  postings.pages += more.pages;
  postings.last = first + more.last;
}

/** Decodes postings into positions by page. */
export function readPostings(numbers: readonly number[]): Map<number, number[]> {
  const pages = new Map<number, number[]>();
  const rest = numbers.values();
  const next = () => rest.next().value ?? 0;
  let page = -1;
  for (const ahead of rest) {
    page += (ahead >>> 1) + 1;
    const count = ahead & 1 ? next() : 1;
    let position = -1;
    pages.set(
      page,
      Array.from({ length: count }, () => (position += next() + 1)),
    );
  }
  return pages;
}
