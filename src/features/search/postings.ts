import { writeNumbers } from './numbers.ts';

// Postings list the pages that contain a word, and the word's positions in each page. Page numbers
// and positions are stored as differences to the previous number (delta encoding).

/** A page with positions in ascending order; may have none. */
export type PagePositions = readonly [page: number, positions: readonly number[]];

/**
 * @param pages in ascending order
 * @param max stands for all positions of a page that are higher
 */
export function writePostings(pages: readonly PagePositions[], max = Number.MAX_VALUE): string {
  const numbers: number[] = [];
  let last = -1;
  for (const [page, positions] of pages) {
    const ahead = (page - last - 1) * 2;
    last = page;
    const firstAbove = positions.findIndex((position) => position > max);
    const count = firstAbove === -1 ? positions.length : firstAbove + 1;
    // Most words occur once in a page. An entry with one position therefore has no count.
    if (count === 1) numbers.push(ahead);
    else numbers.push(ahead + 1, count);
    let before = -1;
    for (let n = 0; n < count; n += 1) {
      const position = Math.min(positions[n] ?? 0, max);
      numbers.push(position - before - 1);
      before = position;
    }
  }
  return writeNumbers(numbers);
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
