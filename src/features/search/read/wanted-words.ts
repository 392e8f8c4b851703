import { isStart } from '../find.ts';
import { pairsOf, phrases } from '../phrases.ts';
import { words } from '../words.ts';

/** A word of a query, as an index is asked for it. */
export interface WantedWord {
  word: string;
  /** Whether words that start with it are wanted too. */
  starts: boolean;
}

/** The words of a query, each once. */
export function wantedWords(text: string): WantedWord[] {
  const all = words(text);
  const starting = new Set(all.filter((word, n) => isStart(word, n, all)));
  return [...new Set(all)].map((word) => ({ word, starts: starting.has(word) }));
}

/** The pairs of signs that stand together in a query; they are looked up as words are. */
export function wantedPairs(text: string): WantedWord[] {
  const pairs = new Set(phrases(text).flatMap(pairsOf));
  return [...pairs].map((word) => ({ word, starts: false }));
}
