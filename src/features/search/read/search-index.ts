import { somewhere } from '../positions.ts';
import { matches, qualityOf, type SearchQuery, type Term, termsOf } from '../query.ts';
import type { ResultText } from '../result-text.ts';
import { roadmapGroup, type Segment } from '../search-paths.ts';
import { oldestFirst } from '../search-state.ts';
import type { ReadText } from '../site-files.ts';
import { hasNearWords, nearWords } from './near-words.ts';
import { isStrong, type Occurrence, scoreOf } from './rank.ts';
import { openSegment, type SegmentReader } from './segment-reader.ts';

// Finds the pages that contain every word of a query, best first. A query without
// text finds the releases that match its filters, newest first. Reads files of the index
// (`index-format.ts`) only with the function that the caller passes, so it uses neither the DOM nor
// the network itself.

/** Candidates for misspelt words are loaded for this many segments only, newest first. */
const maxNearLists = 3;
/**
 * Candidates are common words, and all words that begin with as many letters of the misspelt word.
 * Most misspelt words begin correctly.
 */
const prefixLength = 3;

/** A page that matches. */
export interface Hit {
  score: number;
  /** From 0 for the newest page to 1 for the oldest. */
  age: number;
  isMilestone: boolean;
  /** For each term of the query, its occurrences in the page. */
  occurrences: readonly Occurrence[];
  text(): Promise<ResultText>;
  /** Texts that are cut in the page's `text`, by the number of their file. */
  rest(file: number): Promise<string[]>;
}

export interface SearchResult {
  /** Matching pages, best first. */
  hits: Hit[];
  /** Whether a word of a text matches the query. */
  matches(word: string): boolean;
  /** Words of the query that were left out. */
  leftOut: string[];
  /** Number of segments that could not be loaded. */
  missing: number;
}

export type SearchIndex = ReturnType<typeof searchIndex>;

/** @param segments all segments of the index, newest first */
export function searchIndex(read: ReadText, segments: readonly Segment[]) {
  const open = () => fulfilled(segments.map((segment) => openSegment(segment, read)));
  /**
   * @param near whether similar words also match
   * @param without words of the query that need not match
   */
  const find = async (
    query: SearchQuery,
    near: boolean,
    without: ReadonlySet<string> = new Set(),
  ): Promise<SearchResult> => {
    const readers = await open();
    const all = termsOf(query.text);
    const typed = all.filter(({ word }) => !without.has(word));
    if (query.text === '') return list(query, readers);
    const terms = near ? await nearTerms(typed, readers) : typed;
    const parts = await fulfilled(readers.map((reader) => inSegment(reader, query, terms)));
    const pages = readers.reduce((sum, one) => sum + one.pages, 0);
    const ranked = terms.map((term, n) => ({ ...term, weight: weightOf(n, parts, pages) }));
    const ageOf = agesOf(readers, pages);
    const hits = parts.flatMap(({ reader, pages }) =>
      pages.map(({ page, occurrences }): Hit => {
        const age = ageOf(reader.placeOf(page));
        return {
          score: scoreOf(occurrences, ranked, age),
          age,
          occurrences,
          ...hitOf(page, reader),
        };
      }),
    );
    return {
      hits: hits.toSorted(query.order === oldestFirst ? byAge : (a, b) => b.score - a.score),
      matches: (word) => terms.some((term) => matches(term, word)),
      leftOut: all.map(({ word }) => word).filter((word) => without.has(word)),
      missing: segments.length - parts.length,
    };
  };
  const list = async (query: SearchQuery, readers: SegmentReader[]): Promise<SearchResult> => {
    const parts = await fulfilled(readers.map((reader) => releasesIn(reader, query)));
    const newestFirst = parts.flat().sort((a, b) => b.day - a.day);
    const sorted = query.order === oldestFirst ? newestFirst.reverse() : newestFirst;
    return {
      hits: sorted.map(({ reader, page }) => ({
        score: 0,
        age: 0,
        occurrences: [],
        ...hitOf(page, reader),
      })),
      matches: () => false,
      leftOut: [],
      missing: segments.length - parts.length,
    };
  };
  /** For each word of a query, the number of pages that contain it. */
  const count = async (query: SearchQuery) => {
    const terms = termsOf(query.text);
    const readers = await open();
    const parts = await fulfilled(readers.map((reader) => inSegment(reader, query, terms)));
    return terms.map((term, n) => ({ term, pages: pagesWith(n, parts) }));
  };
  return {
    find,
    count,
    /** Loads files that a query needs even if more letters are added to its last word. */
    prepare: async (query: SearchQuery) => {
      const readers = await open();
      const load = (reader: SegmentReader) =>
        termsOf(query.text).filter(reader.isInOneShard).map(reader.wordsFor);
      await Promise.allSettled(readers.flatMap(load));
    },
  };
}

/** Oldest first, but pages that match only weakly come last. */
function byAge(a: Hit, b: Hit): number {
  return Number(isStrong(b.occurrences)) - Number(isStrong(a.occurrences)) || b.age - a.age;
}

function hitOf(page: number, reader: SegmentReader): Pick<Hit, 'isMilestone' | 'text' | 'rest'> {
  return {
    isMilestone: reader.placeOf(page).name === roadmapGroup,
    text: () => reader.textOf(page),
    rest: (file) => reader.restOf(page, file),
  };
}

/** The releases of a segment that match the filters of a query, last arrived first. */
async function releasesIn(reader: SegmentReader, query: SearchQuery) {
  const [days, admitted] = await Promise.all([reader.days(), reader.admitted(query)]);
  const matching = days.flatMap((day, page) => {
    const { name } = reader.placeOf(page);
    const isOfYear = query.year ? name === query.year : name !== roadmapGroup;
    return isOfYear && admitted.every((one) => one.has(page)) ? [{ reader, page, day }] : [];
  });
  return matching.reverse();
}

/**
 * Returns the age of a page, computed from its year and its number within the year. Milestones
 * count as new.
 */
function agesOf(readers: readonly SegmentReader[], all: number) {
  const years = readers.flatMap(({ groups }) => groups.flatMap(({ name }) => Number(name) || []));
  const [oldest, end] = [Math.min(...years), Math.max(...years) + 1];
  return ({ name, number }: ReturnType<SegmentReader['placeOf']>): number =>
    (end - Number(name) - number / all) / (end - oldest) || 0;
}

/** Weight of a term. Rarer terms weigh more. */
function weightOf(term: number, parts: readonly InSegment[], all: number): number {
  return Math.log2(2 + all / Math.max(1, pagesWith(term, parts)));
}

function pagesWith(term: number, parts: readonly InSegment[]): number {
  return parts.reduce((sum, { held }) => sum + (held[term]?.size ?? 0), 0);
}

/** Results of the promises that succeed. Failed promises are ignored. */
async function fulfilled<T>(all: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(all);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/**
 * Adds similar words to each term that matches nothing. If every term matches something but no
 * page matches all of them, adds one similar word to each term. If a term has neither matches nor
 * similar words, no page can match, so the terms are returned unchanged.
 */
async function nearTerms(
  terms: readonly Term[],
  readers: readonly SegmentReader[],
): Promise<readonly Term[]> {
  const known = await Promise.all(
    terms.map(async (term) => {
      const words = await Promise.all(readers.map((one) => one.wordsFor(term)));
      return words.some(({ length }) => length > 0);
    }),
  );
  if (terms.some(({ word }, n) => !known[n] && !hasNearWords(word))) return terms;
  const some = readers.slice(0, maxNearLists);
  const common = (await fulfilled(some.map((one) => one.nearList()))).flat();
  const isAllKnown = known.every(Boolean);
  const similar = await Promise.all(
    terms.map(async (term, n) => {
      if (known[n] && !isAllKnown) return { ...term, near: [] };
      const prefix = term.word.slice(0, prefixLength);
      const nearby = some.map((one) => one.wordsFor({ ...term, word: prefix, start: prefix }));
      const words = (await fulfilled(nearby)).flat().map(([word]) => word);
      const candidates = new Set([...common, ...words]);
      return { ...term, near: nearWords(candidates, term.word, known[n] ? 1 : 3) };
    }),
  );
  const isLost = similar.some(({ near }, n) => !known[n] && near.length === 0);
  return isLost ? terms : similar;
}

interface InSegment {
  reader: SegmentReader;
  /** For each term, its occurrences by page. */
  held: Map<number, Occurrence>[];
  /** Pages that contain every term. */
  pages: { page: number; occurrences: Occurrence[] }[];
}

async function inSegment(
  reader: SegmentReader,
  query: SearchQuery,
  terms: readonly Term[],
): Promise<InSegment> {
  const [held, admitted] = await Promise.all([
    Promise.all(terms.map((term) => occurrencesOf(reader, term))),
    reader.admitted(query),
  ]);
  const [rarest] = held.toSorted((a, b) => a.size - b.size);
  const pages = [...(rarest?.keys() ?? [])].flatMap((page) => {
    if (query.year && reader.placeOf(page).name !== query.year) return [];
    const ranges = admitted.map((one) => one.get(page));
    if (ranges.some((one) => one === undefined)) return [];
    const occurrences = held.flatMap((one) => {
      const occurrence = one.get(page);
      return occurrence ? [within(occurrence, ranges)] : [];
    });
    const isWhole = occurrences.length === held.length && matchInPlace(terms, occurrences);
    return isWhole ? [{ page, occurrences }] : [];
  });
  return { reader, held, pages };
}

/** If the query asks for a type, keeps only the positions within changes of that type. */
function within(
  occurrence: Occurrence,
  ranges: readonly (readonly number[] | undefined)[],
): Occurrence {
  const [from, to] = ranges.find((range) => range && range.length > 0) ?? [];
  if (from === undefined || to === undefined) return occurrence;
  const positions = [...occurrence.positions].filter(([at]) => at >= from && at < to);
  return { ...occurrence, positions: new Map(positions) };
}

/**
 * Whether every term occurs, and every joined term (`isJoined`) directly follows the previous term.
 */
function matchInPlace(terms: readonly Term[], all: readonly Occurrence[]): boolean {
  let ends: readonly number[] | undefined;
  return all.every(({ positions, common }, n) => {
    const before = terms[n]?.isJoined ? ends : undefined;
    const own = [...positions.keys()];
    const here = before ? own.filter((at) => before.includes(at - 1)) : own;
    // The positions of a common word are unknown, so the next term may be anywhere.
    ends = common > 0 ? undefined : here;
    return common > 0 || here.length > 0;
  });
}

/** The occurrences of a term, by page. */
async function occurrencesOf(reader: SegmentReader, term: Term): Promise<Map<number, Occurrence>> {
  const all = new Map<number, Occurrence>();
  for (const [word, pages] of await reader.wordsFor(term)) {
    const quality = qualityOf(word, term);
    for (const [page, positions] of pages) {
      const known = all.get(page) ?? { positions: new Map(), common: 0 };
      all.set(page, known);
      for (const at of positions) {
        if (at === somewhere) known.common = Math.max(known.common, quality);
        else known.positions.set(at, Math.max(known.positions.get(at) ?? 0, quality));
      }
    }
  }
  return all;
}
