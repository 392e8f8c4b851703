import { placedWords } from './words.ts';

/** Whether a word matches the query. */
export type Matches = (word: string) => boolean;

export interface Piece {
  text: string;
  isMatch: boolean;
}

/** Splits a text into matching words and the text between them. */
export function highlight(text: string, matches: Matches): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const put = (to: number, isMatch: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), isMatch });
    from = Math.max(from, to);
  };
  for (const { word, start, end } of placedWords(text)) {
    if (!matches(word)) continue;
    put(start, false);
    put(end, true);
  }
  put(text.length, false);
  return pieces;
}

/** Number of distinct matching words. */
export function countMatches(text: string, matches: Matches): number {
  return new Set(placedWords(text).flatMap(({ word }) => (matches(word) ? [word] : []))).size;
}

/**
 * The part of a text that has the most matching words: about `length` characters. Cut at sentences
 * or list items if possible, otherwise at spaces, with an ellipsis at each such cut.
 */
export function excerpt(text: string, matches: Matches, length: number): string {
  // No-break spaces keep the sign of an item, and each ellipsis, on the same line as their text.
  return cut(text, matches, length).replaceAll('• ', '•\u00a0');
}

function cut(text: string, matches: Matches, length: number): string {
  if (text.length <= length) return text;
  const best = densest(text, matches, length);
  const starts = [0, ...Array.from(text.matchAll(sentenceEnd), endOf)];
  const sentence = starts.findLast((at) => at <= best.start) ?? 0;
  const isSentence = best.start - sentence <= length / 2;
  const from = isSentence ? sentence : startBefore(text, best.start, length / 4);
  const limit = from + length * tolerance;
  const isShort = text.length <= limit;
  const last = isShort ? text.length : (starts.findLast((at) => at <= limit) ?? 0);
  const isWhole = isShort || last >= Math.max(best.end, from + length / 2);
  const to = isWhole ? last : endWithin(text, best.start, Math.max(best.end, from + length));
  const [before, after] = [isSentence ? '' : '…\u00a0', isWhole ? '' : '\u00a0…'];
  // Sentences before a short end of a text.
  const start = isSentence ? Math.min(from, starts.find((at) => to - at <= length) ?? from) : from;
  return before + text.slice(start, to).trimEnd() + after;
}

/** An excerpt may be longer by this factor if it then ends with a sentence. */
const tolerance = 1.3;

/** Matches the end of a sentence, and the space before the sign of a list item. */
const sentenceEnd = /[.!?؟]["'”’)\]]*\s+(?=[^\p{Ll}\p{N}\s])|[。！？]|\s(?=• )/gu;

function endOf({ 0: found, index }: RegExpExecArray): number {
  return index + found.length;
}

/** Limits the work for long texts in which every word matches. */
const maxWords = 40;

/**
 * Start and end of the stretch with the most distinct matching words. A stretch has at most three quarters
 * of `length` characters.
 */
function densest(text: string, matches: Matches, length: number) {
  const places = placedWords(text).filter(({ word }) => matches(word));
  const stretch = (length * 3) / 4;
  let best = { start: 0, end: 0, count: 0 };
  for (const [at, { start }] of places.entries()) {
    const within = places.slice(at, at + maxWords).filter(({ end }) => end <= start + stretch);
    const count = new Set(within.map(({ word }) => word)).size;
    if (count > best.count) best = { start, end: within.at(-1)?.end ?? start, count };
  }
  return best;
}

/** Start of the first word that begins at most `max` characters before `first`. */
function startBefore(text: string, first: number, max: number): number {
  if (first <= max) return 0;
  const space = text.indexOf(' ', first - max);
  return space === -1 || space >= first ? first : space + 1;
}

/**
 * The end of the last word that ends at or before `end`. Cuts a very long word, but never within a
 * surrogate pair.
 */
function endWithin(text: string, first: number, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  // Cuts at a space. Some languages have none, so without a space nearby the cut is in a word.
  if (space > first && space > (first + end) / 2) return space;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
