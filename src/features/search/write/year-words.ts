import type { IndexedYear } from '../index-format.ts';
import { writeNumbers } from '../numbers.ts';
import { writeRising } from '../postings.ts';

/** What the closed years' index is made of: small enough to be kept from one build to the next. */
export interface YearWords {
  year: IndexedYear;
  /**
   * A line for each word, between tabs: the word; the last release in which it stands, by its number
   * in the year; all of them, as `writeRising` writes them; in how many titles and texts it stands, as
   * `writeNumbers` does; and where that is told by the releases, in no title and one text of each,
   * nothing more.
   */
  lines: string;
}

/** Where a word stands in a year. */
export interface WordOfYear {
  /** By their number in the year. */
  releases: readonly number[];
  titles: number;
  texts: number;
}

export function yearWords(
  year: IndexedYear,
  words: Iterable<readonly [word: string, of: WordOfYear]>,
): YearWords {
  return { year, lines: Array.from(words, ([word, of]) => lineOf(word, of)).join('\n') };
}

function lineOf(word: string, { releases, titles, texts }: WordOfYear): string {
  const isPlain = titles === 0 && texts === releases.length;
  const all = [word, releases.at(-1), writeRising(releases), writeNumbers([titles, texts])];
  return [...all, ...(isPlain ? [''] : [])].join('\t');
}
