import { placedWords } from './words.ts';

/** Whether a word of a text is one that was looked for. */
export type Fits = (word: string) => boolean;

/** A run of text that is a match, or none. */
export interface Piece {
  text: string;
  isMatch: boolean;
}

/** A text with the words that were found told apart. */
export function marked(text: string, fits: Fits): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const put = (to: number, isMatch: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), isMatch });
    from = Math.max(from, to);
  };
  for (const { word, start, end } of placedWords(text)) {
    if (!fits(word)) continue;
    put(start, false);
    put(end, true);
  }
  put(text.length, false);
  return pieces;
}

/** How many different words of those looked for a text holds. */
export function countWords(text: string, fits: Fits): number {
  return new Set(placedWords(text).flatMap(({ word }) => (fits(word) ? [word] : []))).size;
}

/**
 * The part of a text in which most of the words that were found stand, at most `length`
 * characters, cut at spaces and with an ellipsis where it was cut.
 */
export function around(text: string, fits: Fits, length: number): string {
  if (text.length <= length) return text;
  const first = densest(text, fits, length);
  const from = startBefore(text, first, length / 4);
  const to = endWithin(text, first, from + length);
  // No break before the last ellipsis, nor after the first.
  const [before, after] = [from > 0 ? '…\u00a0' : '', to < text.length ? '\u00a0…' : ''];
  return before + text.slice(from, to) + after;
}

/** Words that are looked at from one of them on: where every word fits, texts may be long. */
const maxWords = 40;

/** Where the stretch starts that holds the most different words of those found; the first of equals. */
function densest(text: string, fits: Fits, length: number): number {
  const places = placedWords(text).filter(({ word }) => fits(word));
  const stretch = (length * 3) / 4;
  let best = { start: 0, count: 0 };
  for (const [at, { start }] of places.entries()) {
    const within = places.slice(at, at + maxWords).filter(({ end }) => end <= start + stretch);
    const count = new Set(within.map(({ word }) => word)).size;
    if (count > best.count) best = { start, count };
  }
  return best.start;
}

/** The first word that starts at most `most` characters before `first`. */
function startBefore(text: string, first: number, most: number): number {
  if (first <= most) return 0;
  const space = text.indexOf(' ', first - most);
  return space === -1 || space >= first ? first : space + 1;
}

/** The last end of a word up to `end`; a word longer than that is cut, but no sign of it. */
function endWithin(text: string, first: number, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  // Where writing has no spaces, the last one may be far away.
  if (space > first && space > (first + end) / 2) return space;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
