import MiniSearch from 'minisearch';
import type { StoredPlace } from '../find.ts';
import { type IndexedYear, indexOptions } from '../index-format.ts';

/** A place that holds a word of the query. */
export interface AssembledPlace extends StoredPlace {
  lengths: readonly [title: number, text: number];
}

/** Where a word stands, by field: a place's id and how often. */
export type AssembledWord = readonly [
  title: [id: number, count: number][],
  text: [number, number][],
];

/**
 * The index of a year, of some words alone: as what a word counts depends on nothing but its own
 * places and on what all of the year come to, those that are found are the same, in the same order.
 */
export function assembledIndex(
  year: IndexedYear,
  places: ReadonlyMap<number, AssembledPlace | undefined>,
  words: ReadonlyMap<string, AssembledWord>,
): MiniSearch {
  const ids = [...places.keys()];
  // What is loaded is sorted as a whole index is: sums of scores come to the same.
  const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1));
  return MiniSearch.loadJS(
    {
      documentCount: year.places,
      nextId: ids.length,
      documentIds: Object.fromEntries(ids.map((id) => [id, id])),
      fieldIds: { title: 0, text: 1 },
      fieldLength: Object.fromEntries(ids.map((id) => [id, [...lengthsOf(places.get(id))]])),
      averageFieldLength: [...year.averages],
      storedFields: Object.fromEntries(ids.map((id) => [id, { ...places.get(id) }])),
      dirtCount: 0,
      index: sorted.map(([word, fields]) => [word, plain(fields)]),
      serializationVersion: 2,
    },
    indexOptions,
  );
}

/** Places of a newer release come first, and those of one in the order of its page. */
export function placeId({ release, place }: StoredPlace, { releases }: IndexedYear): number {
  return (releases - 1 - release) * 0x10000 + place;
}

function lengthsOf(place: AssembledPlace | undefined): readonly number[] {
  return place?.lengths ?? [1, 1];
}

function plain(fields: AssembledWord): Record<string, Record<string, number>> {
  return Object.fromEntries(
    fields.flatMap((postings, field) =>
      postings.length > 0 ? [[field, Object.fromEntries(postings)]] : [],
    ),
  );
}
