import type { ReleaseEntry } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { type IndexedYear, indexedFields, type PlacesFile } from '../index-format.ts';
import { type Postings, writePostings } from '../postings.ts';
import { cut } from './cut.ts';
import { type PlaceWords, placesTable, placeWords } from './places.ts';

/** What is written of a year's words, and what the closed years' index is made of. */
export interface YearIndex {
  year: IndexedYear;
  shards: string[];
  places: string;
  /** By word: in which releases it stands, and in how many titles and texts. */
  words: ReadonlyMap<string, WordOfYear>;
}

export interface WordOfYear {
  /** By their number in the year. */
  releases: number[];
  titles: number;
  texts: number;
}

/** A word while it is gathered. */
interface Gathered {
  releases: number[];
  title: Postings;
  text: Postings;
}

/** @param entries of one year, oldest first @param shards how many */
export function yearIndex(
  year: string,
  entries: readonly ReleaseEntry[],
  shards: number,
  site: Pick<SiteContext, 'workspace'>,
): YearIndex {
  const releases = entries.map((entry) => placeWords(entry, site.workspace.change_types));
  const table = placesTable(releases);
  const gathered = gather(releases);
  const lines = Array.from(gathered, ([word, { title, text }]) => {
    return [word, `${writePostings(title)}\t${writePostings(text)}`] as const;
  });
  const { shards: texts, ...borders } = cut(lines, shards, table.places);
  const all = releases.flat();
  return {
    year: {
      year,
      releases: releases.length,
      places: all.length,
      averages: [averageOf(all, 'title'), averageOf(all, 'text')],
      ...borders,
    },
    shards: texts,
    places: JSON.stringify({ stamp: borders.stamp, ...table } satisfies PlacesFile),
    words: new Map(Array.from(gathered, ([word, of]) => [word, wordOfYear(of)])),
  };
}

function wordOfYear({ releases, title, text }: Gathered): WordOfYear {
  return { releases, titles: title.length / 2, texts: text.length / 2 };
}

function gather(releases: readonly (readonly PlaceWords[])[]): Map<string, Gathered> {
  const all = new Map<string, Gathered>();
  const at = (word: string, release: number): Gathered => {
    let known = all.get(word);
    if (!known) {
      known = { releases: [], title: [], text: [] };
      all.set(word, known);
    }
    if (known.releases.at(-1) !== release) known.releases.push(release);
    return known;
  };
  let number = 0;
  for (const [release, places] of releases.entries())
    for (const place of places) {
      for (const field of indexedFields)
        for (const [word, count] of place[field]) at(word, release)[field].push(number, count);
      for (const pair of place.pairs) at(pair, release).text.push(number, 1);
      number += 1;
    }
  return all;
}

function averageOf(places: readonly PlaceWords[], field: 'title' | 'text'): number {
  return places.reduce((sum, place) => sum + place[field].size, 0) / Math.max(1, places.length);
}
