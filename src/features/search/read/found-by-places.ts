import { type FoundRelease, findIn, type Hit, type SearchQuery } from '../find.ts';
import { isPair, pairsOf, phrases } from '../phrases.ts';
import { holdPhrases } from './holds-phrase.ts';
import { placeIdsOf, placeIndex } from './place-index.ts';
import type { Lines } from './word-lines.ts';
import type { YearReader } from './year-reader.ts';

/** Finds in a year by the places of its words. @param lines of all words that fit */
export async function foundByPlaces(
  reader: YearReader,
  query: SearchQuery,
  lines: Promise<Lines>,
  near: boolean,
): Promise<FoundRelease[]> {
  const { year } = reader;
  const asked = near ? [] : phrases(query.text);
  const [places, words, admits, pairs] = await Promise.all([
    reader.places(),
    lines,
    reader.admits(query),
    Promise.all(asked.map((phrase) => placesWithPairs(phrase, reader))),
  ]);
  const index = placeIndex(year, places, words);
  const holdsPairs = (hits: readonly Hit[]) =>
    pairs.every((all) => hits.some(({ id }) => all.every((held) => held.has(id))));
  const options = { near, admits, areTogether: holdsPairs };
  const found = findIn(index, query.text, options);
  if (asked.every(isPair)) return found;
  // Phrases stand in the texts of releases that hold their pairs alone.
  const loaded = found.map(async ({ release }) => [release, await reader.textOf(release)] as const);
  const areTogether = holdPhrases(asked, new Map(await Promise.all(loaded)));
  return findIn(index, query.text, { ...options, areTogether });
}

/** Of each pair in a phrase: the ids of the places that hold it. */
async function placesWithPairs(phrase: string, reader: YearReader): Promise<Set<unknown>[]> {
  const places = await reader.places();
  return Promise.all(
    pairsOf(phrase).map(async (word) =>
      placeIdsOf(reader.year, places, await reader.lines.exactly({ word, starts: false })),
    ),
  );
}
