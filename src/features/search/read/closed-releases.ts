import type { IndexedYear } from '../index-format.ts';
import { readNumbers } from '../numbers.ts';
import { readRising } from '../postings.ts';
import type { WordCounts } from './text-places.ts';
import type { Lines } from './word-lines.ts';

/** What the closed years' index tells of a query in one of them. */
export interface ClosedYear {
  year: IndexedYear;
  /** In which all the words stand, by their number in the year. */
  releases: number[];
  words: Map<string, WordCounts>;
}

/**
 * The years in which releases hold all that was asked for, newest first.
 * @param years of the segment, newest first
 * @param asked of each word that was asked for the lines of those that fit
 * @param pairs the same, of signs that have to stand together
 */
export function closedYears(
  years: readonly IndexedYear[],
  asked: readonly Lines[],
  pairs: readonly Lines[],
): ClosedYear[] {
  const oldestFirst = years.toReversed();
  const parts = oldestFirst.map((): Part => ({ words: new Map(), held: [] }));
  for (const lines of [...asked, ...pairs]) {
    for (const { held } of parts) held.push(new Set());
    for (const [word, line] of lines) readLine(word, line, oldestFirst, parts);
  }
  const found = parts.flatMap(({ words, held: [first, ...others] }, n): ClosedYear[] => {
    const year = oldestFirst[n];
    const releases = [...(first ?? [])].filter((one) => others.every((held) => held.has(one)));
    return year && releases.length > 0 ? [{ year, releases, words }] : [];
  });
  return found.toReversed();
}

/** What is known of a year so far. */
interface Part {
  words: Map<string, WordCounts>;
  /** Of each word that was asked for. */
  held: Set<number>[];
}

function readLine(
  word: string,
  line: string,
  years: readonly IndexedYear[],
  parts: readonly Part[],
): void {
  const [releases = '', counts] = line.split('\t');
  const all = readRising(releases);
  const told = counts === undefined ? undefined : readNumbers(counts).values();
  let [first, at] = [0, 0];
  for (const [n, { releases: length }] of years.entries()) {
    const from = at;
    const { held, words } = parts[n] ?? { held: [], words: new Map() };
    for (; at < all.length && (all[at] ?? 0) < first + length; at += 1)
      held.at(-1)?.add((all[at] ?? 0) - first);
    first += length;
    if (at === from) continue;
    const next = () => told?.next().value ?? 0;
    if (!word.startsWith(' ')) words.set(word, told ? [next(), next()] : [0, at - from]);
  }
}
