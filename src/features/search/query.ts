import { isOfSigns, placedWords } from './words.ts';

/** Filters are slugs. */
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
  /** Its index among the `length` words of the query. */
  at: number;
  length: number;
  /** Words with this prefix match too. */
  start?: string;
  /** Whether it has to follow the previous term directly: both are from one run. */
  isJoined: boolean;
  /** Similar words that match too, for a misspelt term. */
  near?: readonly string[];
}

/** Each word costs requests. */
const maxTerms = 12;
/** Minimum length of a prefix. The last word may still be being typed. */
const minStart = { last: 2, other: 4 };

/** The words of a query, in order. */
export function termsOf(text: string): Term[] {
  const all = placedWords(text);
  const placed = all
    .map((one, at) => ({ ...one, at }))
    .filter(({ isTail }) => !isTail)
    .slice(0, maxTerms);
  return placed.map(({ word, at, start: from }, n) => {
    const isLast = n === placed.length - 1;
    const before = placed[n - 1];
    const isJoined = before !== undefined && isOfSigns(word) && before.end > from;
    const start = startOf(word, isLast, before === undefined || !isJoined);
    return { word, at, length: all.length, isJoined, ...(start !== undefined && { start }) };
  });
}

/** Whether a word matches a term. */
export function matches({ word, start, near }: Term, other: string): boolean {
  if (other === word || near?.includes(other)) return true;
  return start !== undefined && other.startsWith(start);
}

/** Qualities of matches. Those of prefixes are below `max`. */
const quality = { padded: 0.9, near: 0.5, prefix: { min: 0.2, max: 0.6 } };
/** Whether a quality is that of the word itself, or of the same version, as "18.3" and "18.3.0" are. */
export const isExact = (one: number) => one >= quality.padded;

/** How well a matching word matches a term: 1 for the word itself. */
export function qualityOf(word: string, { word: own, near }: Pick<Term, 'word' | 'near'>): number {
  if (word === own) return 1;
  if (near?.includes(word)) return quality.near;
  if (/^\d/.test(own) && /^(?:\.0)+$/.test(word.slice(own.length))) return quality.padded;
  const { min, max } = quality.prefix;
  return min + ((max - min) * own.length) / word.length;
}

function startOf(word: string, isLast: boolean, isAlone: boolean): string | undefined {
  // The index has a single character only at the end of a run.
  if (isOfSigns(word)) return isAlone && [...word.normalize('NFC')].length === 1 ? word : undefined;
  // "3.5" matches "3.5.41", and "3.51.0" only while it is being typed.
  if (/^\d[\d.]*$/.test(word)) return isLast && word.length > 1 ? word : `${word}.`;
  const min = isLast ? minStart.last : minStart.other;
  return word.length >= min ? word : undefined;
}
