import type { TagView } from '../../../site/base/tag-view.ts';
import type { FoundRelease, SearchQuery } from '../find.ts';
import type { IndexedRelease, IndexedYear, Segment, SegmentIndex } from '../index-format.ts';
import { isPair, phrases } from '../phrases.ts';
import { searchPaths } from '../search-paths.ts';
import { type ClosedYear, closedYears } from './closed-releases.ts';
import { foundByPlaces } from './found-by-places.ts';
import { foundByTexts } from './found-by-texts.ts';
import { filesOfIndex, type ReadText } from './index-files.ts';
import { type WantedWord, wantedPairs, wantedWords } from './wanted-words.ts';
import { type Lines, type WordLines, wordLines } from './word-lines.ts';
import { type YearReader, yearReader } from './year-reader.ts';

// Takes a query and reads what it needs of the index (`index-format.ts`); gives what is found, year
// by year, as MiniSearch finds it in the whole index of each year. Of the newest year it reads places
// of words. Of those before it reads in which releases words stand, and more of those years alone
// whose results are shown: the texts, where all its releases are, else places of words.
// Never asks the page or the network itself.

/** What a reader asks for; the year is one of the index. */
export interface AskedSearch extends SearchQuery {
  year?: string | undefined;
}

/** What was found in a year. */
export interface FoundYear {
  year: string;
  /** How many releases. */
  count: number;
  types: Record<string, TagView>;
  /** So many of the best, or all. */
  first(count: number): Promise<readonly FoundRelease[]>;
  textOf(found: FoundRelease): Promise<IndexedRelease>;
}

export interface SearchIndex {
  /**
   * Of each segment the years in which something is found, newest first; undefined is a segment that
   * did not arrive.
   * @param near takes words that are a letter or two off as well
   */
  find(asked: AskedSearch, near: boolean): AsyncIterable<FoundYear[] | undefined>;
  /** Begins to load what a search will ask for, or what every search does. */
  prepare(asked?: AskedSearch): void;
}

/** @param segments that there are, newest first */
export function searchIndex(read: ReadText, segments: readonly Segment[]): SearchIndex {
  const files = filesOfIndex(read);
  const readers = new Map<IndexedYear, YearReader>();
  const closedLines = new Map<SegmentIndex, WordLines>();
  const readerOf = (year: IndexedYear) => known(readers, year, () => yearReader(year, files));
  const linesOf = (index: SegmentIndex) =>
    known(closedLines, index, () =>
      wordLines(index.closed, (n) => files.shard(searchPaths.closed(n), index.closed.stamp)),
    );
  const findIn = {
    current: async (index: SegmentIndex, asked: AskedSearch, near: boolean) =>
      Promise.all(chosen(index.years, asked).map((year) => inCurrent(readerOf(year), asked, near))),
    closed: async (index: SegmentIndex, asked: AskedSearch, near: boolean) => {
      const years = await inClosed(index, linesOf(index), asked, near);
      return Promise.all(years.map((year) => inClosedYear(readerOf(year.year), year, asked, near)));
    },
  };
  const partsOf = (asked: AskedSearch, near: boolean) =>
    segments.map(async (segment) => {
      const index = await files.json<SegmentIndex>(searchPaths.index(segment));
      const found = await findIn[segment](index, asked, near);
      return found.filter(({ count }) => count > 0).map((one) => ({ ...one, types: index.types }));
    });
  /** Loads what is needed also where the last word is typed on. */
  const beginWith = (asked: AskedSearch) =>
    segments.map(async (segment) => {
      const index = await files.json<SegmentIndex>(searchPaths.index(segment));
      const years = chosen(index.years, asked);
      const all =
        segment === 'current' ? years.map((year) => readerOf(year).lines) : [linesOf(index)];
      const wanted = wantedWords(asked.text);
      await Promise.all(all.flatMap((lines) => wanted.filter(lines.isInOne).map(lines.exactly)));
    });
  return {
    find: async function* (asked, near) {
      const parts = partsOf(asked, near).map((one) => one.catch(() => undefined));
      for (const part of parts) yield part;
    },
    prepare: (asked) => {
      const loading = asked
        ? isUnfinished(asked.text)
          ? beginWith(asked)
          : partsOf(asked, false)
        : segments.map((segment) => files.json(searchPaths.index(segment)));
      void Promise.allSettled(loading);
    },
  };
}

/** Whether most readers write on: what begins so lies in more shards than the word will. */
function isUnfinished(text: string): boolean {
  return !/\S{4,}$/.test(text);
}

type Found = Omit<FoundYear, 'types'>;

async function inCurrent(reader: YearReader, asked: AskedSearch, near: boolean): Promise<Found> {
  const { lines } = reader;
  const words = wantedWords(asked.text).map(near ? lines.nearly : lines.exactly);
  const all = await foundByPlaces(reader, asked, Promise.all(words).then(together), near);
  return foundYear(reader, all.length, async () => all);
}

/** The years before the newest in which releases hold all words. */
async function inClosed(
  { years }: SegmentIndex,
  lines: WordLines,
  asked: AskedSearch,
  near: boolean,
): Promise<ClosedYear[]> {
  if (chosen(years, asked).length === 0) return [];
  const [words, pairs] = await Promise.all([
    Promise.all(wantedWords(asked.text).map(near ? lines.nearly : lines.exactly)),
    Promise.all(near ? [] : wantedPairs(asked.text).map(lines.exactly)),
  ]);
  const found = closedYears(years, words, pairs);
  return found.filter(({ year }) => !asked.year || year.year === asked.year);
}

/** Texts of so many releases that are not shown are fewer bytes than the places of some words. */
const fewReleases = 12;

async function inClosedYear(
  reader: YearReader,
  closed: ClosedYear,
  asked: AskedSearch,
  near: boolean,
): Promise<Found> {
  const admits = await reader.admits({ ...asked, type: undefined });
  const releases = closed.releases.filter((release) => admits({ release }));
  const words = [...closed.words.keys()].map((word): WantedWord => ({ word, starts: false }));
  const ranked = (texts: boolean) =>
    texts
      ? foundByTexts(reader, asked, { ...closed, releases }, near)
      : foundByPlaces(
          reader,
          asked,
          Promise.all(words.map(reader.lines.exactly)).then(together),
          near,
        );
  // Only places and texts tell whether a type's changes hold the words, or signs stand in a row.
  const isTold = !asked.type && (near || phrases(asked.text).every(isPair));
  if (isTold || releases.length === 0)
    return foundYear(reader, releases.length, (count) =>
      ranked(releases.length - count <= fewReleases),
    );
  const all = await ranked(releases.length <= fewReleases);
  return foundYear(reader, all.length, async () => all);
}

function foundYear(
  reader: YearReader,
  count: number,
  rank: (count: number) => Promise<FoundRelease[]>,
): Found {
  let ranked: Promise<FoundRelease[]> | undefined;
  return {
    year: reader.year.year,
    count,
    first: async (most) => {
      ranked ??= rank(most).catch((error) => {
        ranked = undefined;
        throw error;
      });
      return (await ranked).slice(0, most);
    },
    textOf: ({ release }) => reader.textOf(release),
  };
}

function chosen(years: readonly IndexedYear[], asked: AskedSearch): IndexedYear[] {
  return years.filter(({ year }) => !asked.year || year === asked.year);
}

function together(all: readonly Lines[]): Lines {
  return new Map(all.flatMap((lines) => [...lines]));
}

function known<K, V>(all: Map<K, V>, key: K, make: () => V): V {
  const value = all.get(key) ?? make();
  all.set(key, value);
  return value;
}
