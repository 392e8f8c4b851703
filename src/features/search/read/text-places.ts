import type { IndexedRelease, IndexedYear } from '../index-format.ts';
import { titleWithVersion } from '../title-with-version.ts';
import { wordCounts } from '../words.ts';
import { type AssembledPlace, type AssembledWord, placeId } from './assembled-index.ts';

/** In how many titles and texts of a year a word stands. */
export type WordCounts = readonly [titles: number, texts: number];

/** What an index is assembled from. */
export interface PlacesAndWords {
  /** Undefined: one that is not asked for, of which only is known that it is there. */
  places: Map<number, AssembledPlace | undefined>;
  words: Map<string, AssembledWord>;
}

/**
 * Where words stand in some releases, by their texts; of the other releases of the year it is enough
 * to know in how many of their places.
 * @param wanted in how many places of all the year each word stands
 */
export function textPlaces(
  year: IndexedYear,
  releases: ReadonlyMap<number, IndexedRelease>,
  wanted: ReadonlyMap<string, WordCounts>,
): PlacesAndWords {
  const places = new Map<number, AssembledPlace | undefined>();
  const found = new Map<string, AssembledWord>(
    Array.from(wanted.keys(), (word) => [word, [[], []]]),
  );
  for (const [release, shown] of releases)
    for (const [place, { type, ...of }] of shown.places.entries()) {
      const id = placeId({ release, place }, year);
      const title = of.kind === 'release' ? titleWithVersion(shown) : (of.heading ?? '');
      const counts = [wordCounts(title), wordCounts(of.text)] as const;
      places.set(id, { release, place, type, lengths: [counts[0].size, counts[1].size] });
      for (const [word, fields] of found) addPlace(id, word, fields, counts);
    }
  for (const [word, fields] of found) addOthers(places, fields, wanted.get(word) ?? [0, 0]);
  return { places, words: found };
}

function addPlace(
  id: number,
  word: string,
  fields: AssembledWord,
  counts: readonly ReadonlyMap<string, number>[],
): void {
  for (const [field, postings] of fields.entries()) {
    const count = counts[field]?.get(word);
    if (count !== undefined) postings.push([id, count]);
  }
}

/** As many places elsewhere as the word has. */
function addOthers(
  places: Map<number, AssembledPlace | undefined>,
  fields: AssembledWord,
  counts: WordCounts,
): void {
  for (const [field, postings] of fields.entries()) {
    const others = (counts[field] ?? 0) - postings.length;
    for (let id = -1; id >= -others; id -= 1) {
      places.set(id, undefined);
      postings.push([id, 1]);
    }
  }
}
