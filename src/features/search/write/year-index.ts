import type { ReleaseEntry } from '../../../model/content/content.ts';
import type { SiteContext } from '../../../site/base/context.ts';
import type { IndexedYear, PlacesFile } from '../index-format.ts';
import { type Postings, writePostings } from '../postings.ts';
import { cutShards } from './cut-shards.ts';
import { type PlaceLengths, placesTable, placeWords } from './places.ts';
import { type WordOfYear, type YearWords, yearWords } from './year-words.ts';

/** What is written of a year's words, and what the closed years' index is made of. */
export interface YearIndex {
  shards: string[];
  places: string;
  words: YearWords;
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
  const { words: gathered, releases } = gather(entries, site);
  const table = placesTable(releases);
  const lines = Array.from(gathered, ([word, { title, text }]) => {
    return [word, `${writePostings(title)}\t${writePostings(text)}`] as const;
  });
  const { shards: texts, ...borders } = cutShards(lines, shards, table.places);
  const all = releases.flat();
  const indexed: IndexedYear = {
    year,
    releases: releases.length,
    places: all.length,
    averages: [averageOf(all, 'title'), averageOf(all, 'text')],
    ...borders,
  };
  return {
    shards: texts,
    places: JSON.stringify({ stamp: borders.stamp, ...table } satisfies PlacesFile),
    words: yearWords(
      indexed,
      Array.from(gathered, ([word, of]) => [word, wordOfYear(of)]),
    ),
  };
}

function wordOfYear({ releases, title, text }: Gathered): WordOfYear {
  return { releases, titles: title.length / 2, texts: text.length / 2 };
}

/** All words of a year; of its places only how long they are is kept. */
function gather(entries: readonly ReleaseEntry[], { workspace }: Pick<SiteContext, 'workspace'>) {
  const words = new Map<string, Gathered>();
  let number = 0;
  const releases = entries.map((entry, release) =>
    placeWords(entry, workspace.change_types).map(({ kind, type, title, text, pairs }) => {
      for (const [word, count] of title) wordAt(words, word, release).title.push(number, count);
      for (const [word, count] of text) wordAt(words, word, release).text.push(number, count);
      for (const pair of pairs) wordAt(words, pair, release).text.push(number, 1);
      number += 1;
      return { kind, type, title: title.size, text: text.size };
    }),
  );
  return { words, releases };
}

function wordAt(all: Map<string, Gathered>, word: string, release: number): Gathered {
  let known = all.get(word);
  if (!known) {
    known = { releases: [], title: [], text: [] };
    all.set(word, known);
  }
  if (known.releases.at(-1) !== release) known.releases.push(release);
  return known;
}

function averageOf(places: readonly PlaceLengths[], field: 'title' | 'text'): number {
  return places.reduce((sum, place) => sum + place[field], 0) / Math.max(1, places.length);
}
