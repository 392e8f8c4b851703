import type { SearchPage } from './search-page.ts';
import { words } from './words.ts';

// A word's place in a page as one number, which also tells what it stands in: the title, the version,
// the names of project and labels, or the text. Words that follow each other have numbers that do.
// Titles of up to ten words, and versions of up to three, have numbers of their own for each length,
// so that a number tells whether words are all of a title.

const zones = { version: 88, names: 96, text: 128 };
/** Stands for positions in the text of a word that is too common for them to be told. */
export const somewhere = zones.text - 1;
/** In words: titles and versions whose positions tell how long they are. */
export const maxLength = { title: 10, version: 3 };
/** Between what does not follow each other, such as two changes. */
const gap = 8;
/** Positions of a word in one page; more would add to the index, and little to the order. */
const maxPositions = 16;

/** Where words stand in a page, and between which positions its changes of each type are. */
export interface PageWords {
  words: Map<string, number[]>;
  types: Map<string, [from: number, to: number]>;
}

export function pageWords({ title, version = '', names, places }: SearchPage): PageWords {
  const all: PageWords = { words: new Map(), types: new Map() };
  put(all, words(title), titlePosition);
  put(all, words(version), versionPosition);
  let next = zones.names;
  for (const own of names.map(words)) {
    put(all, own.slice(0, somewhere - next), (_, at) => next + at);
    next = Math.min(somewhere, next + own.length + 1);
  }
  next = zones.text;
  for (const { heading = '', text, type } of places) {
    const from = next;
    const own = [...words(heading), ...words(text)];
    put(all, own, (_, at) => from + at);
    next += own.length + gap;
    // Changes of a type follow each other.
    if (type !== undefined) all.types.set(type, [all.types.get(type)?.[0] ?? from, next]);
  }
  return all;
}

function put(
  { words: known }: PageWords,
  own: readonly string[],
  positionOf: (length: number, at: number) => number,
): void {
  for (const [at, word] of own.entries()) {
    const positions = known.get(word);
    const position = positionOf(own.length, at);
    if (!positions) known.set(word, [position]);
    else if (positions.length < maxPositions && positions.at(-1) !== position)
      positions.push(position);
  }
}

/** Where a word stands in a title of so many words. */
export function titlePosition(length: number, at: number): number {
  if (length <= maxLength.title) return (length * (length - 1)) / 2 + at;
  return Math.min(55 + at, zones.version - 1);
}

/** Where a word stands in a version of so many words. */
export function versionPosition(length: number, at: number): number {
  if (length <= maxLength.version) return zones.version + (length * (length - 1)) / 2 + at;
  return Math.min(zones.version + 6 + at, zones.names - 1);
}

export function zoneOf(position: number): 'title' | 'version' | 'names' | 'text' {
  if (position >= zones.text) return 'text';
  if (position >= zones.names) return 'names';
  return position >= zones.version ? 'version' : 'title';
}
