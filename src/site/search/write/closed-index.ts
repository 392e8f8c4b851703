import { writeNumbers } from '../numbers.ts';
import { writeRising } from '../postings.ts';
import { type CutShards, cutShards } from './cut-shards.ts';
import type { WordOfYear, YearIndex } from './year-index.ts';

/** A word of the years so far. */
interface Gathered {
  releases: number[];
  /** In how many titles and texts of each year, one after the other. */
  counts: number[];
  /** Whether that is told by the releases: in no title, and in one text of each. */
  isPlain: boolean;
}

/** Takes the closed years one after the other, oldest first, and gives their index. */
export interface ClosedIndex {
  add(year: YearIndex): void;
  cut(shards: number): CutShards;
}

export function closedIndex(): ClosedIndex {
  const words = new Map<string, Gathered>();
  let first = 0;
  return {
    add: (year) => {
      for (const [word, of] of year.words) words.set(word, withYear(words.get(word), of, first));
      first += year.year.releases;
    },
    cut: (shards) => {
      const lines = Array.from(words, ([word, of]) => [word, rest(of)] as const);
      return cutShards(lines, shards);
    },
  };
}

function withYear(known: Gathered | undefined, of: WordOfYear, first: number): Gathered {
  const { releases, titles, texts } = of;
  const all = known ?? { releases: [], counts: [], isPlain: true };
  for (const number of releases) all.releases.push(first + number);
  all.counts.push(titles, texts);
  all.isPlain &&= titles === 0 && texts === releases.length;
  return all;
}

function rest({ releases, counts, isPlain }: Gathered): string {
  return writeRising(releases) + (isPlain ? '' : `\t${writeNumbers(counts)}`);
}
