import { otherSpelling } from './spelling.ts';
import { stem } from './stem.ts';
import { isOfSigns, placedWords } from './words.ts';

/** A query: its text, and the slug of each filter that is set. */
export interface SearchQuery {
  text: string;
  project?: string | undefined;
  type?: string | undefined;
  label?: string | undefined;
  year?: string | undefined;
  /** `oldestFirst` of `search-state.ts`; otherwise the best results are first. */
  order?: string | undefined;
}

export interface Term {
  word: string;
  /** Index of the word in the query, which has `length` words. */
  at: number;
  length: number;
  /** Words with this prefix also match. */
  start?: string;
  /** Words with this stem also match. Undefined if a word is its own stem, and so a prefix of them. */
  stem?: string;
  /** Words with this stem also match: that of the word's other spelling. */
  otherStem?: string;
  /** Whether this is the last term, which the reader may still be typing. */
  isLast: boolean;
  /**
   * Whether this term must directly follow the previous one, because both come from the same text
   * without spaces, such as Chinese.
   */
  isJoined: boolean;
  /** For a misspelt term: similar words that also match. */
  near?: readonly string[];
}

/** Limits the number of terms, because each term costs requests. */
const maxTerms = 12;
/**
 * Minimum length of a prefix. It is shorter for the last word, because the reader may still be
 * typing it.
 */
const minStart = { last: 2, other: 4 };

/** The words of a query, in order. */
export function termsOf(text: string): Term[] {
  const all = placedWords(text);
  const placed = all
    .map((one, at) => ({ ...one, at }))
    .filter(({ isPart }) => !isPart)
    .slice(0, maxTerms);
  return placed.map(({ word, at, start: from }, n) => {
    const isLast = n === placed.length - 1;
    const before = placed[n - 1];
    const isJoined = before !== undefined && isOfSigns(word) && before.end > from;
    const start = startOf(word, isLast, before === undefined || !isJoined);
    const other = otherSpelling(word);
    return {
      word,
      at,
      length: all.length,
      isJoined,
      isLast,
      ...(start !== undefined && { start }),
      ...(stem(word) !== word && { stem: stem(word) }),
      ...(other !== undefined && { otherStem: stem(other) }),
    };
  });
}

/**
 * Whether a word may be left out if no page contains every word. Without a version, results would
 * be wrong, and the characters of a text without spaces belong together.
 */
export function canLeaveOut({ word }: Term): boolean {
  return !/^\d/.test(word) && !isOfSigns(word);
}

export function matches(
  { word, start, stem: ofForms, otherStem, near }: Term,
  other: string,
): boolean {
  if (other === word || near?.includes(other)) return true;
  if (hasStem(other, ofForms) || hasStem(other, otherStem)) return true;
  return start !== undefined && other.startsWith(start);
}

function hasStem(word: string, ofForms: string | undefined): boolean {
  // Most words are not asked for their stem, which takes longer.
  return ofForms !== undefined && word.startsWith(ofForms) && stem(word) === ofForms;
}

/** Qualities of matches. Prefixes are rated between `min` and `max`. */
const quality = { padded: 0.9, form: 0.65, near: 0.5, prefix: { min: 0.2, max: 0.6 } };
/** Whether a match is the word itself or the same version, such as "18.3" and "18.3.0". */
export const isExact = (one: number) => one >= quality.padded;
/** Whether a match is the word itself or another form of it. */
export const isForm = (one: number) => one >= quality.form;

/** Quality of a match between a word and a term: 1 if they are equal, otherwise less. */
export function qualityOf(
  word: string,
  { word: own, stem: ofForms, otherStem, near }: Pick<Term, 'word' | 'stem' | 'otherStem' | 'near'>,
): number {
  if (word === own) return 1;
  if (near?.includes(word)) return quality.near;
  if (/^\d/.test(own) && /^(?:\.0)+$/.test(word.slice(own.length))) return quality.padded;
  if (hasStem(word, ofForms) || hasStem(word, otherStem)) return quality.form;
  const { min, max } = quality.prefix;
  return min + ((max - min) * own.length) / word.length;
}

function startOf(word: string, isLast: boolean, isAlone: boolean): string | undefined {
  // The index contains pairs of Chinese or Japanese characters. A query of one character therefore
  // matches every pair that starts with it.
  if (isOfSigns(word)) return isAlone && [...word.normalize('NFC')].length === 1 ? word : undefined;
  // "3.5" always matches "3.5.41". It matches "3.51.0" only as the last word, which the reader may
  // still be typing.
  if (/^\d[\d.]*$/.test(word)) return isLast && word.length > 1 ? word : `${word}.`;
  const min = isLast ? minStart.last : minStart.other;
  return word.length >= min ? word : undefined;
}
