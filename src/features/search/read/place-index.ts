import type MiniSearch from 'minisearch';
import type { IndexedYear } from '../index-format.ts';
import { readPostings } from '../postings.ts';
import {
  type AssembledPlace,
  type AssembledWord,
  assembledIndex,
  placeId,
} from './assembled-index.ts';
import type { Lines } from './word-lines.ts';

/** A year's index of some words. @param all the year's places, by their numbers */
export function placeIndex(
  year: IndexedYear,
  all: readonly AssembledPlace[],
  lines: Lines,
): MiniSearch {
  const places = new Map<number, AssembledPlace>();
  const read = (text: string): [number, number][] =>
    placesOf(text, all).map(([place, count]) => {
      const id = placeId(place, year);
      places.set(id, place);
      return [id, count];
    });
  const words = new Map(
    Array.from(lines, ([word, line]): [string, AssembledWord] => {
      const [title = '', text = ''] = line.split('\t');
      return [word, [read(title), read(text)]];
    }),
  );
  return assembledIndex(year, places, words);
}

/** The ids of all places that hold one of some pairs. */
export function placeIdsOf(
  year: IndexedYear,
  all: readonly AssembledPlace[],
  lines: Lines,
): Set<number> {
  const places = [...lines.values()].flatMap((line) => placesOf(line.split('\t')[1] ?? '', all));
  return new Set(places.map(([place]) => placeId(place, year)));
}

function placesOf(
  text: string,
  all: readonly AssembledPlace[],
): [place: AssembledPlace, count: number][] {
  const postings = readPostings(text);
  const found: [AssembledPlace, number][] = [];
  for (let at = 0; at < postings.length; at += 2) {
    const place = all[postings[at] ?? -1];
    if (place) found.push([place, postings[at + 1] ?? 1]);
  }
  return found;
}
