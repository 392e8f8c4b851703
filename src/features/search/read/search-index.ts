import { somewhere } from '../positions.ts';
import { fits, type SearchQuery, type Term, termsOf } from '../query.ts';
import type { ResultText } from '../search-page.ts';
import { roadmapGroup, type Segment } from '../search-paths.ts';
import type { ReadText } from '../site-files.ts';
import { nearWords } from './near-words.ts';
import { type Occurrence, scoreOf } from './rank.ts';
import { openSegment, type SegmentReader, type WordPages } from './segment-reader.ts';

// Takes a query, reads what it needs of the index (`index-format.ts`) and gives the pages that hold
// every word, the best first. Never asks the page or the network itself.

/** A page that was found. */
export interface Hit {
  score: number;
  isMilestone: boolean;
  text(): Promise<ResultText>;
}

export interface Found {
  /** Best first. */
  hits: Hit[];
  /** Whether a word of a text is one that was found. */
  fits(word: string): boolean;
  /** Segments that did not arrive. */
  missing: number;
}

export interface SearchIndex {
  /** @param near takes words that are a letter or two off, where they are not found as they are */
  find(asked: SearchQuery, near: boolean): Promise<Found>;
  /** Loads what a search will ask for also where the last word is typed on. */
  prepare(asked: SearchQuery): Promise<void>;
}

/** How much more the newest page counts than the oldest. */
const newest = 0.2;

/** @param segments that there are, newest first */
export function searchIndex(read: ReadText, segments: readonly Segment[]): SearchIndex {
  const open = () => arrived(segments.map((segment) => openSegment(segment, read)));
  const find = async (asked: SearchQuery, near: boolean): Promise<Found> => {
    const readers = await open();
    const typed = termsOf(asked.text);
    const terms = near ? await nearTerms(typed, readers) : typed;
    const parts = await arrived(readers.map((reader) => inSegment(reader, asked, terms)));
    const all = readers.reduce((sum, { pages }) => sum + pages, 0);
    const weights = terms.map((_, n) => weightOf(n, parts, all));
    const hits = parts.flatMap(({ reader, pages }) => {
      const after = reader === readers[0] ? 0 : all - reader.pages;
      return pages.map(({ page, occurrences }): Hit => {
        const age = (after + reader.pages - page) / all;
        const score = scoreOf(occurrences, weights) * (1 + newest * (1 - age));
        const isMilestone = reader.groupOf(page) === roadmapGroup;
        return { score, isMilestone, text: () => reader.textOf(page) };
      });
    });
    return {
      hits: hits.toSorted((a, b) => b.score - a.score),
      fits: (word) => terms.some((term) => fits(term, word)),
      missing: segments.length - parts.length,
    };
  };
  return {
    find,
    prepare: async (asked) => {
      const readers = await open();
      const load = (reader: SegmentReader) =>
        termsOf(asked.text).filter(reader.isInOneShard).map(reader.wordsFor);
      await Promise.allSettled(readers.flatMap(load));
    },
  };
}

/** What a term is worth: the more, the fewer pages hold it. */
function weightOf(term: number, parts: readonly InSegment[], all: number): number {
  const pages = parts.reduce((sum, { held }) => sum + (held[term]?.size ?? 0), 0);
  return Math.log2(2 + all / Math.max(1, pages));
}

/** Those that arrive. */
async function arrived<T>(all: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(all);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/**
 * Terms with what those may be meant for that nothing fits, or with that of all, where each fits
 * something. Where one is nowhere, nor anything like it, nothing can be found, and none has any.
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
  const list = new Set((await arrived(readers.map((one) => one.nearList()))).flat());
  const isAllKnown = known.every(Boolean);
  const meant = terms.map((term, n) => {
    return { ...term, near: isAllKnown || !known[n] ? nearWords(list, term.word) : [] };
  });
  const isLost = meant.some(({ near }, n) => !known[n] && near.length === 0);
  return isLost ? terms : meant;
}

interface InSegment {
  reader: SegmentReader;
  /** Of each term: its pages. */
  held: Map<number, Occurrence>[];
  /** Those that hold all. */
  pages: { page: number; occurrences: Occurrence[] }[];
}

async function inSegment(
  reader: SegmentReader,
  asked: SearchQuery,
  terms: readonly Term[],
): Promise<InSegment> {
  const [held, admitted] = await Promise.all([
    Promise.all(terms.map((term) => occurrencesOf(reader, term))),
    reader.admitted(asked),
  ]);
  const [rarest] = held.toSorted((a, b) => a.size - b.size);
  const pages = [...(rarest?.keys() ?? [])].flatMap((page) => {
    if (asked.year && reader.groupOf(page) !== asked.year) return [];
    const ranges = admitted.map((one) => one.get(page));
    if (ranges.some((one) => one === undefined)) return [];
    const occurrences = held.flatMap((one) => {
      const occurrence = one.get(page);
      return occurrence ? [within(occurrence, ranges)] : [];
    });
    const isWhole = occurrences.length === held.length && standThere(terms, occurrences);
    return isWhole ? [{ page, occurrences }] : [];
  });
  return { reader, held, pages };
}

/** Where a page holds a term in the changes of a type, where one is asked for. */
function within(
  occurrence: Occurrence,
  ranges: readonly (readonly number[] | undefined)[],
): Occurrence {
  const [from, to] = ranges.find((range) => range && range.length > 0) ?? [];
  if (from === undefined || to === undefined) return occurrence;
  const positions = occurrence.positions.filter((at) => at >= from && at < to);
  return { ...occurrence, positions };
}

/** Whether each term stands somewhere, those of a run of signs right behind each other. */
function standThere(terms: readonly Term[], all: readonly Occurrence[]): boolean {
  let ends: readonly number[] | undefined;
  return all.every(({ positions, isCommon }, n) => {
    const before = terms[n]?.isJoined ? ends : undefined;
    const here = before ? positions.filter((at) => before.includes(at - 1)) : positions;
    // A common one may stand anywhere.
    ends = isCommon ? undefined : here;
    return isCommon || here.length > 0;
  });
}

const nearQuality = 0.5;

/** By page. */
async function occurrencesOf(reader: SegmentReader, term: Term): Promise<Map<number, Occurrence>> {
  const all = new Map<number, Occurrence>();
  for (const [word, pages] of await reader.wordsFor(term))
    addPages(all, pages, qualityOf(word, term));
  return all;
}

function qualityOf(word: string, { word: own, near }: Term): number {
  if (word === own) return 1;
  return near?.includes(word) ? nearQuality : 0.3 + (0.5 * own.length) / word.length;
}

function addPages(all: Map<number, Occurrence>, pages: WordPages, quality: number): void {
  for (const [page, positions] of pages) {
    const told = positions.filter((one) => one !== somewhere);
    const isCommon = told.length < positions.length;
    const known = all.get(page);
    if (!known) {
      all.set(page, { positions: told, quality, isCommon });
      continue;
    }
    known.isCommon ||= isCommon;
    known.positions = [...known.positions, ...told].sort((a, b) => a - b);
    known.quality = Math.max(known.quality, quality);
  }
}
