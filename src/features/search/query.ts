import { isOfSigns, placedWords } from './words.ts';

/** What a reader looks for; filters are slugs. */
export interface SearchQuery {
  text: string;
  project?: string | undefined;
  type?: string | undefined;
  label?: string | undefined;
  year?: string | undefined;
}

/** A word of a query. */
export interface Term {
  word: string;
  /** How other words begin that are taken for it. */
  start?: string;
  /** Whether it has to stand right behind the term before: they are one run of signs. */
  isJoined: boolean;
  /** Other words that it may be meant for. */
  near?: readonly string[];
}

/** Longer queries are cut: each word costs requests. */
const maxTerms = 12;
/** A shorter word is not taken for the start of another; the last, still being typed, may be shorter. */
const minStart = { last: 2, other: 4 };

/** The words of a query, in its order. */
export function termsOf(text: string): Term[] {
  const placed = placedWords(text)
    .filter(({ isTail }) => !isTail)
    .slice(0, maxTerms);
  return placed.map(({ word, start: from }, n) => {
    const isLast = n === placed.length - 1;
    const before = placed[n - 1];
    const isJoined = before !== undefined && isOfSigns(word) && before.end > from;
    const start = startOf(word, isLast, before === undefined || !isJoined);
    return { word, isJoined, ...(start !== undefined && { start }) };
  });
}

/** Whether a word of a text is one that a term looks for. */
export function fits({ word, start, near }: Term, other: string): boolean {
  if (other === word || near?.includes(other)) return true;
  return start !== undefined && other.startsWith(start);
}

function startOf(word: string, isLast: boolean, isAlone: boolean): string | undefined {
  // One sign alone is no word of the index but where it ends a run.
  if (isOfSigns(word)) return isAlone && [...word.normalize('NFC')].length === 1 ? word : undefined;
  // "3.5" is the start of "3.5.41" and not of "3.51.0", unless it is still being typed.
  if (/^\d[\d.]*$/.test(word)) return isLast && word.length > 1 ? word : `${word}.`;
  const min = isLast ? minStart.last : minStart.other;
  return word.length >= min ? word : undefined;
}
