import { type FoundRelease, findIn, type SearchQuery } from '../find.ts';
import { phrases } from '../phrases.ts';
import { assembledIndex } from './assembled-index.ts';
import type { ClosedYear } from './closed-releases.ts';
import { holdPhrases } from './holds-phrase.ts';
import { textPlaces } from './text-places.ts';
import type { YearReader } from './year-reader.ts';

/** Finds in a year by the texts of the releases that hold all words, which are few. */
export async function foundByTexts(
  reader: YearReader,
  query: SearchQuery,
  { year, releases, words }: ClosedYear,
  near: boolean,
): Promise<FoundRelease[]> {
  const admits = await reader.admits(query);
  const loaded = releases.map(async (one) => [one, await reader.textOf(one)] as const);
  const texts = new Map(await Promise.all(loaded));
  const { places, words: found } = textPlaces(year, texts, words);
  const asked = near ? [] : phrases(query.text);
  return findIn(assembledIndex(year, places, found), query.text, {
    near,
    admits,
    areTogether: holdPhrases(asked, texts),
  });
}
