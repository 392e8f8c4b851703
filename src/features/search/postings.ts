import { incrementFirst } from './numbers.ts';

// Postings list the pages that contain a word and its positions in each, delta-encoded.

/** Encoded postings of a word. */
export interface Postings {
  text: string;
  /** Number of pages. */
  pages: number;
  /** Number of the last page. */
  last: number;
}

export function noPostings(): Postings {
  return { text: '', pages: 0, last: -1 };
}

/** Postings while pages are added. */
export interface PostingsDraft extends Omit<Postings, 'text'> {
  numbers: number[];
}

/** @param page greater than all added before @param positions ascending; may be empty */
export function addPage(draft: PostingsDraft, page: number, positions: readonly number[]): void {
  const ahead = (page - draft.last - 1) * 2;
  // Most words occur once in a page: such entries have no count.
  if (positions.length === 1) draft.numbers.push(ahead);
  else draft.numbers.push(ahead + 1, positions.length);
  let before = -1;
  for (const position of positions) {
    draft.numbers.push(position - before - 1);
    before = position;
  }
  draft.pages += 1;
  draft.last = page;
}

/** Appends postings whose page 0 is page `first` here: only the first delta changes. */
export function addPostings(postings: Postings, more: Postings, first: number): void {
  const ahead = first - postings.last - 1;
  postings.text += ahead > 0 ? incrementFirst(more.text, ahead * 2) : more.text;
  postings.pages += more.pages;
  postings.last = first + more.last;
}

/** Positions by page. */
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
