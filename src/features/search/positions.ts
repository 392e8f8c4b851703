import type { SearchPage } from './search-page.ts';
import { words } from './words.ts';

// A position is one number that encodes where a word is in a page. Each zone (title, version, names
// of project and labels, text, text about upkeep) has a range of positions, and adjacent words have
// adjacent numbers.
// Titles of up to ten words and versions of up to three have a separate range for each length, so
// that positions show whether a query is the whole title.

const zones = { version: 88, names: 96, text: 128, upkeep: 1 << 15 };
/**
 * Position of a very common word in the text zone. It replaces all real positions of the word
 * there.
 */
export const somewhere = zones.text - 1;
/** Maximum lengths, in words, of titles and versions whose positions encode their length. */
export const maxLength = { title: 10, version: 3 };
/** Gap in positions between separate texts, such as two changes. */
const gap = 8;
/**
 * Maximum positions per word and page. More would enlarge the index and hardly change the ranking.
 */
const maxPositions = 16;

/**
 * Positions in a page: of each word, of the start of each part of the page, and of the changes of
 * each type.
 */
export interface PageWords {
  words: Map<string, number[]>;
  starts: number[];
  types: Map<string, [from: number, to: number]>;
}

export function pageWords({ title, version = '', names, places }: SearchPage): PageWords {
  const all: PageWords = { words: new Map(), starts: [], types: new Map() };
  put(all, words(title), titlePosition);
  put(all, words(version), versionPosition);
  let next = zones.names;
  for (const name of names) {
    const own = words(name);
    put(all, own.slice(0, somewhere - next), (_, at) => next + at);
    next = Math.min(somewhere, next + own.length + 1);
  }
  next = zones.text;
  for (const { heading = '', text, type, isUpkeep } of places) {
    const from = isUpkeep ? zones.upkeep + next : next;
    all.starts.push(from);
    const own = words(`${heading}\n${text}`);
    put(all, own, (_, at) => from + at);
    next = Math.min(next + own.length + gap, zones.upkeep - 1);
    // Changes of the same type are adjacent in a page, so one range covers them.
    if (type !== undefined)
      all.types.set(type, [all.types.get(type)?.[0] ?? from, from + own.length + gap]);
  }
  if (places.some(({ isUpkeep }) => isUpkeep))
    for (const positions of all.words.values()) positions.sort((a, b) => a - b);
  return all;
}

function put(
  { words: known }: PageWords,
  own: readonly string[],
  positionOf: (length: number, at: number) => number,
): void {
  own.forEach((word, at) => {
    const positions = known.get(word);
    const position = positionOf(own.length, at);
    if (!positions) known.set(word, [position]);
    else if (positions.length < maxPositions && positions.at(-1) !== position)
      positions.push(position);
  });
}

/** Position of the word at index `at` of a title of `length` words. */
export function titlePosition(length: number, at: number): number {
  if (length <= maxLength.title) return (length * (length - 1)) / 2 + at;
  return Math.min(55 + at, zones.version - 1);
}

/** Position of the word at index `at` of a version of `length` words. */
export function versionPosition(length: number, at: number): number {
  if (length <= maxLength.version) return zones.version + (length * (length - 1)) / 2 + at;
  return Math.min(zones.version + 6 + at, zones.names - 1);
}

/** Whether a position is in a text, where the positions of very common words are not stored. */
export function isInText(position: number): boolean {
  return position >= zones.text;
}

export function zoneOf(position: number): 'title' | 'version' | 'names' | 'text' | 'upkeep' {
  if (position >= zones.upkeep) return 'upkeep';
  if (position >= zones.text) return 'text';
  if (position >= zones.names) return 'names';
  return position >= zones.version ? 'version' : 'title';
}
