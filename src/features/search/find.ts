import type MiniSearch from 'minisearch';
import type { SearchOptions, SearchResult } from 'minisearch';
import { words } from './words.ts';

/** What a reader looks for; filters are slugs. */
export interface SearchQuery {
  text: string;
  project?: string | undefined;
  type?: string | undefined;
  label?: string | undefined;
}

/** What is kept of a place to find it; releases are numbered from the oldest of a year. */
export interface StoredPlace {
  release: number;
  /** Which of the release's places it is. */
  place: number;
  type?: string | undefined;
}

/** A place that was found. */
export type Hit = SearchResult & StoredPlace;

/** A release in which all the words stand. */
export interface FoundRelease {
  release: number;
  /** Its places, best first. */
  hits: Hit[];
  /** The words as they stand there. */
  found: ReadonlySet<string>;
}

/** A shorter word is not taken for the start of another; the last, still being typed, may be shorter. */
const shortestStart = 4;
const shortestLast = 2;
/** Of less, most words are a letter away from each other. */
const shortestNear = 4;

/** Whether a text holds enough to look for: two letters, or one sign of a writing without spaces. */
export function isWorthFinding(text: string): boolean {
  return words(text).some((word) => word.length >= shortestLast || word > '\u2fff');
}

/** Whether the word at a place of a query is taken for the start of others too. */
export function isStart(word: string, n: number, { length }: readonly string[]): boolean {
  return word.length >= (n === length - 1 ? shortestLast : shortestStart);
}

/** How far, as MiniSearch has it, others may be from a word that is not found as it is. */
export function nearness(word: string): number | false {
  return word.length >= shortestNear && /\p{L}/u.test(word) && 0.25;
}

export interface FindOptions {
  /** Takes words that are a letter or two off as well. */
  near: boolean;
  admits(place: StoredPlace): boolean;
  /** Whether signs of a writing without spaces stand in one of a release's places as in the query. */
  areTogether(hits: readonly Hit[]): boolean;
}

/**
 * The releases of a year that hold every word, or one that starts with it, anywhere on their page:
 * the best first.
 */
export function findIn(
  index: MiniSearch,
  text: string,
  { near, admits, areTogether }: FindOptions,
): FoundRelease[] {
  const needed = new Set(words(text)).size;
  const results = index.search(text, {
    prefix: isStart,
    fuzzy: (word) => near && nearness(word),
    filter: (result) => admits(result as Hit),
  } satisfies SearchOptions) as Hit[];
  return [...Map.groupBy(results, ({ release }) => release).values()]
    .filter((hits) => new Set(hits.flatMap(({ queryTerms }) => queryTerms)).size === needed)
    .filter(areTogether)
    .map((hits) => hits.toSorted(bestFirst))
    .toSorted(([a], [b]) => (a && b ? bestFirst(a, b) : 0))
    .flatMap((hits) => foundRelease(hits, needed));
}

/** Places with more of the words first, then by how well they match, then in the page's order. */
function bestFirst(a: Hit, b: Hit): number {
  return (
    b.queryTerms.length - a.queryTerms.length || b.score - a.score || Number(a.id) - Number(b.id)
  );
}

/** Where one place has all the words, those with only some are left out. */
function foundRelease(hits: Hit[], needed: number): FoundRelease[] {
  const [best] = hits;
  if (!best) return [];
  const whole = hits.filter(({ queryTerms }) => queryTerms.length === needed);
  const shown = whole.length > 0 ? whole : hits;
  const found = new Set(shown.flatMap(({ terms }) => terms));
  return [{ release: best.release, hits: shown, found }];
}
