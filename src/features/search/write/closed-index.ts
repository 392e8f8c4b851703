import { withFirstRaised } from '../numbers.ts';
import { type CutShards, cutShards } from './cut-shards.ts';
import type { YearWords } from './year-words.ts';

/** A word of the years so far. */
interface Gathered {
  /** As `writeRising` writes all its releases. */
  releases: string;
  /** The last of them. */
  last: number;
  /** In how many titles and texts of each year, one after the other, as `writeNumbers` does. */
  counts: string;
  isPlain: boolean;
}

/** Takes the closed years one after the other, oldest first, and gives their index. */
export interface ClosedIndex {
  add(year: YearWords): void;
  cut(shards: number): CutShards;
}

export function closedIndex(): ClosedIndex {
  const words = new Map<string, Gathered>();
  let first = 0;
  return {
    add: ({ year, lines }) => {
      for (const line of lines.split('\n')) addLine(words, line, first);
      first += year.releases;
    },
    cut: (shards) => {
      const lines = Array.from(words, ([word, of]) => [word, rest(of)] as const);
      return cutShards(lines, shards);
    },
  };
}

/** Only the gap before a year's first release is another than in the year alone. */
function addLine(words: Map<string, Gathered>, line: string, first: number): void {
  const [word, last, releases, counts = '', plain] = line.split('\t');
  if (!word || releases === undefined) return;
  const all = words.get(word) ?? { releases: '', last: -1, counts: '', isPlain: true };
  all.releases += withFirstRaised(releases, first - all.last - 1);
  all.last = first + Number(last);
  all.counts += counts;
  all.isPlain &&= plain !== undefined;
  words.set(word, all);
}

function rest({ releases, counts, isPlain }: Gathered): string {
  return isPlain ? releases : `${releases}\t${counts}`;
}
