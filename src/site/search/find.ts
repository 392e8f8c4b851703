import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import type { IndexedRelease, StoredPlace } from './index-options.ts';
import { foldedText, phrases, words } from './words.ts';

/** What a reader looks for; filters are slugs. */
export interface SearchQuery {
  text: string;
  project?: string | undefined;
  type?: string | undefined;
  label?: string | undefined;
}

/** A place that was found. */
export type Hit = SearchResult & StoredPlace;

/** A release in which all the words stand. */
export interface FoundRelease {
  release: IndexedRelease;
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

/**
 * The releases of a year that hold every word, or one that starts with it, anywhere on their page:
 * the best first.
 * @param near takes words that are a letter or two off as well
 */
export function findIn(
  index: MiniSearch,
  releases: readonly IndexedRelease[],
  wanted: SearchQuery,
  near: boolean,
): FoundRelease[] {
  const needed = new Set(words(wanted.text)).size;
  const results = index.search(wanted.text, {
    prefix: (word, n, all) => word.length >= (n === all.length - 1 ? shortestLast : shortestStart),
    fuzzy: (word) => near && word.length >= shortestNear && /\p{L}/u.test(word) && 0.25,
    filter: (result) => passes(result as Hit, releases, wanted),
  }) as Hit[];
  const together = near ? [] : phrases(wanted.text);
  return [...Map.groupBy(results, ({ release }) => release).values()]
    .filter((hits) => new Set(hits.flatMap(({ queryTerms }) => queryTerms)).size === needed)
    .filter((hits) => together.every((phrase) => hits.some((hit) => holds(hit, releases, phrase))))
    .map((hits) => hits.toSorted(bestFirst))
    .toSorted(([a], [b]) => (a && b ? bestFirst(a, b) : 0))
    .flatMap((hits) => foundRelease(hits, releases, needed));
}

function passes(hit: Hit, releases: readonly IndexedRelease[], wanted: SearchQuery): boolean {
  const release = releases[hit.release];
  if (wanted.type && hit.type !== wanted.type) return false;
  if (wanted.project && release?.project?.slug !== wanted.project) return false;
  return !wanted.label || release?.labels.includes(wanted.label) === true;
}

/** Whether signs of a writing without spaces stand in a place as they were asked for. */
function holds(hit: Hit, releases: readonly IndexedRelease[], phrase: string): boolean {
  const title = hit.kind === 'release' ? releases[hit.release]?.title : hit.heading;
  return [title, hit.text].some((text) => text && foldedText(text).includes(phrase));
}

/** Places with more of the words first, then by how well they match, then in the page's order. */
function bestFirst(a: Hit, b: Hit): number {
  return (
    b.queryTerms.length - a.queryTerms.length || b.score - a.score || Number(a.id) - Number(b.id)
  );
}

/** Where one place has all the words, those with only some are left out. */
function foundRelease(
  hits: Hit[],
  releases: readonly IndexedRelease[],
  needed: number,
): FoundRelease[] {
  const [best] = hits;
  const release = best && releases[best.release];
  if (!release) return [];
  const whole = hits.filter(({ queryTerms }) => queryTerms.length === needed);
  const shown = whole.length > 0 ? whole : hits;
  return [{ release, hits: shown, found: new Set(shown.flatMap(({ terms }) => terms)) }];
}
