import type { FiltersFile, SegmentIndex } from '../index-format.ts';
import { readNumbers } from '../numbers.ts';
import { readPostings } from '../postings.ts';
import { matches, type SearchQuery, type Term } from '../query.ts';
import type { ResultText } from '../result-text.ts';
import { pagesOfTexts, type Segment, searchPaths } from '../search-paths.ts';
import type { ReadText } from '../site-files.ts';
import { readNearList } from './near-words.ts';

/** A word's positions in each page. */
type WordPages = ReadonlyMap<number, readonly number[]>;

export type SegmentReader = Awaited<ReturnType<typeof openSegment>>;

/**
 * Words with a short prefix may be spread over many shards. At most this many shards are read for
 * the last word of a query, which the reader may still be typing, and for each other word.
 */
const maxShards = { last: 3, other: 1 };

export async function openSegment(segment: Segment, read: ReadText) {
  const { stamp, borders, groups }: SegmentIndex = JSON.parse(
    await read(searchPaths.index(segment)),
  );
  const firsts = groups.map((_, n) => sumOf(groups.slice(0, n)));
  /**
   * The page's group, which is a year or `roadmap`, and the page's number among all pages of that
   * group.
   */
  const placeOf = (page: number) => {
    const at = firsts.findLastIndex((first) => first <= page);
    const { name = '', first = 0 } = groups[at] ?? {};
    return { name, number: first + page - (firsts[at] ?? 0) };
  };
  const linesOf = async (term: WordOrPrefix) => {
    const [from, to] = shardsOf(borders, term);
    const count = Math.min(term.isLast ? maxShards.last : maxShards.other, to - from + 1);
    const texts = Array.from({ length: count }, async (_, n) => {
      const text = await read(searchPaths.words(segment, from + n));
      if (!text.startsWith(stamp)) throw new Error(`A shard of ${segment} is from another build.`);
      return linesFor(text, term);
    });
    return (await Promise.all(texts)).flat();
  };
  const readFilters = async () => {
    const file: FiltersFile = JSON.parse(await read(searchPaths.filters(segment)));
    if (file.stamp !== stamp) throw new Error(`The filters of ${segment} are from another build.`);
    return file;
  };
  return {
    pages: sumOf(groups),
    groups,
    /** The words that match a term, with their pages. */
    wordsFor: async (term: Term) => {
      const others = (term.near ?? []).map((word) => ({ word, isLast: false }));
      const lines = await Promise.all([term, ...others].map(linesOf));
      return lines.flat().filter(([word]) => matches(term, word));
    },
    /**
     * Whether all words that start with the term are in one shard. Only then can the shard be loaded
     * before the reader has typed the whole word.
     */
    isInOneShard: (term: Term) => new Set(shardsOf(borders, term)).size === 1,
    /** Candidates for misspelt words. */
    nearList: async () => readNearList(await read(searchPaths.near(segment))),
    /** The day of each page, in days since 1970; 0 for milestones. */
    days: async () => (await readFilters()).days,
    /** For each filter that is set, the pages that match it. */
    admitted: async ({ project, label, type }: SearchQuery) => {
      const set = Object.entries({ project, label, type }).filter(([, slug]) => slug);
      if (set.length === 0) return [];
      const known = new Map(Object.entries((await readFilters()).pages));
      return set.map(([kind, slug]) =>
        readPostings(readNumbers(known.get(`${kind}:${slug}`) ?? '')),
      );
    },
    placeOf,
    textOf: async (page: number) => {
      const { name, number } = placeOf(page);
      const path = searchPaths.texts(name, Math.floor(number / pagesOfTexts));
      const texts: ResultText[] = JSON.parse(await read(path));
      const text = texts[number % pagesOfTexts];
      if (!text) throw new Error(`${path} is from another build.`);
      return text;
    },
    /** The texts of a further file of a long page. */
    restOf: async (page: number, file: number): Promise<string[]> => {
      const { name, number } = placeOf(page);
      return JSON.parse(await read(searchPaths.rest(name, number, file)));
    },
  };
}

function sumOf(groups: SegmentIndex['groups']): number {
  return groups.reduce((sum, { pages }) => sum + pages, 0);
}

type WordOrPrefix = Pick<Term, 'word' | 'start' | 'stem' | 'otherStem' | 'isLast'>;

/** The first and last shard that may contain matches of a term. */
function shardsOf(
  borders: readonly string[],
  { word, start }: WordOrPrefix,
): readonly [number, number] {
  const shardOf = (one: string) => borders.filter((border) => border <= one).length;
  return [shardOf(word), shardOf(start === undefined ? word : `${start}\uffff`)];
}

/** Other forms of a word count only in the shards of the word itself, so that they cost no bytes. */
function linesFor(
  text: string,
  { word, start, stem, otherStem }: WordOrPrefix,
): [word: string, pages: WordPages][] {
  const starts = [start, stem, otherStem].filter((one) => one !== undefined);
  const keys = [`\n${word}\t`, ...starts.map((one) => `\n${one}`)];
  const matches = new Map<string, WordPages>();
  for (const one of keys) {
    for (let at = text.indexOf(one); at !== -1; at = text.indexOf(one, at + 1)) {
      const tab = text.indexOf('\t', at);
      const end = text.indexOf('\n', at + 1);
      const postings = text.slice(tab + 1, end === -1 ? undefined : end);
      matches.set(text.slice(at + 1, tab), readPostings(readNumbers(postings)));
    }
  }
  return [...matches];
}
