import { withFirstRaised } from './numbers.ts';

// In which pages a word stands, and where in each: pages are numbered from the oldest. What is
// written is how far each number is from the one before.

/** A word's pages as they are written, one after the other. */
export interface Postings {
  text: string;
  /** How many pages. */
  pages: number;
  /** The number of the last. */
  last: number;
}

export function noPostings(): Postings {
  return { text: '', pages: 0, last: -1 };
}

/** Postings while pages are added, one by one. */
export interface PostingsDraft extends Omit<Postings, 'text'> {
  numbers: number[];
}

/** @param page after all that were added @param positions rising, or none */
export function addPage(draft: PostingsDraft, page: number, positions: readonly number[]): void {
  const ahead = (page - draft.last - 1) * 2;
  // Mostly one, which takes no number of its own.
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

/** Adds pages that are numbered from `first` on: only the first gap is another. */
export function addPostings(postings: Postings, more: Postings, first: number): void {
  const ahead = first - postings.last - 1;
  postings.text += ahead > 0 ? withFirstRaised(more.text, ahead * 2) : more.text;
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
