import { hash } from 'node:crypto';
import type { FiltersFile, SegmentIndex } from '../index-format.ts';
import { pageWords, somewhere } from '../positions.ts';
import { type PagePositions, writePostings } from '../postings.ts';
import type { SearchPage } from '../search-page.ts';

/**
 * For a word on more pages than this and on more than half of all pages, positions in texts are not
 * stored.
 */
const manyPages = 200;

const dayMs = 24 * 60 * 60 * 1000;

export type SegmentFiles = ReturnType<typeof segmentFiles>;

/**
 * The files of a segment, except the texts of results.
 * @param pages pages of all groups in order
 * @param shards number of shards
 */
export function segmentFiles(
  groups: SegmentIndex['groups'],
  pages: readonly SearchPage[],
  shards: number,
  maxNearWords: number,
) {
  const { words, filters } = segmentWords(pages);
  const lines = Array.from(words, ([word, held]): WordLine => {
    const isCommon = held.length > Math.max(manyPages, pages.length / 2);
    return [word, writePostings(held, isCommon ? somewhere : undefined)];
  });
  const byFilter = Object.fromEntries(
    Array.from(filters, ([filter, held]) => [filter, writePostings(held)]),
  );
  const days = pages.map(({ date }) => (date ? Math.floor(Date.parse(date.iso) / dayMs) : 0));
  const others = JSON.stringify([byFilter, days]);
  const { stamp, borders, shards: texts } = cutShards(lines, shards, others);
  return {
    index: JSON.stringify({ stamp, borders, groups } satisfies SegmentIndex),
    shards: texts,
    filters: JSON.stringify({ stamp, pages: byFilter, days } satisfies FiltersFile),
    near: nearList(words, maxNearWords),
  };
}

/** Words that can be candidates for a misspelt word. Hashes cannot. */
const candidate = /^\p{L}{3,22}\p{N}{0,2}$/u;

/**
 * Candidates for misspelt words, sorted, one per line. A line begins with the number of characters
 * that the word shares with the previous word. If there are too many words, words on more pages
 * take precedence, then longer words.
 */
export function nearList(all: ReadonlyMap<string, { length: number }>, maxWords: number): string {
  const candidates = [...all].filter(([one]) => one < '\u2fff' && candidate.test(one));
  const common = candidates
    .toSorted(
      ([a, pages], [b, others]) =>
        others.length - pages.length || b.length - a.length || (a < b ? -1 : 1),
    )
    .slice(0, maxWords);
  const sorted = common.map(([one]) => one).sort();
  return sorted
    .map((one, n) => {
      const shared = sharedStart(one, sorted[n - 1] ?? '');
      return shared.toString(36) + one.slice(shared);
    })
    .join('\n');
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** For each key the pages that contain it, with positions. */
type Pages = Map<string, PagePositions[]>;

function segmentWords(pages: readonly SearchPage[]) {
  // Keys of filters have a kind and a slug, such as `project:web`.
  const all: Record<'words' | 'filters', Pages> = { words: new Map(), filters: new Map() };
  for (const [number, page] of pages.entries()) {
    const { words, types } = pageWords(page);
    for (const [word, positions] of words) add(all.words, word, [number, positions]);
    for (const filter of new Set(page.filters)) add(all.filters, filter, [number, []]);
    for (const [type, range] of types) add(all.filters, `type:${type}`, [number, range]);
  }
  return all;
}

function add(all: Pages, key: string, page: PagePositions): void {
  const known = all.get(key);
  if (known) known.push(page);
  else all.set(key, [page]);
}

/** A line of a shard: a word, and its encoded postings. */
type WordLine = readonly [word: string, rest: string];

/**
 * Sorts lines by word and cuts them into shards of about the same length. Shards may be empty.
 * @param others further text to include in the stamp's digest
 */
function cutShards(lines: readonly WordLine[], count: number, others = '') {
  const sorted = lines.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = Array.from({ length: count }, (): WordLine[] => []);
  const all = sorted.reduce((sum, line) => sum + lengthOf(line), 0);
  let before = 0;
  for (const line of sorted) {
    parts[Math.floor((before * count) / all)]?.push(line);
    before += lengthOf(line);
  }
  const texts = parts.map((part) => part.map(([word, rest]) => `\n${word}\t${rest}`).join(''));
  const stamp = hash('sha256', others + texts.join()).slice(0, 12);
  return { stamp, borders: bordersOf(parts), shards: texts.map((text) => stamp + text) };
}

/**
 * A shortened first word for each shard except the first. An empty shard gets the border of the
 * next shard with words. If no such shard follows, it gets a border after all words.
 */
function bordersOf(parts: readonly (readonly WordLine[])[]): string[] {
  return parts.slice(1).map((_, n) => {
    const [last = ''] =
      parts
        .slice(0, n + 1)
        .findLast(({ length }) => length > 0)
        ?.at(-1) ?? [];
    const [next] = parts.slice(n + 1).find(({ length }) => length > 0)?.[0] ?? [];
    return next === undefined ? '\uffff' : shortestAfter(last, next);
  });
}

/** The shortest prefix of a word that sorts after another word. */
function shortestAfter(before: string, word: string): string {
  let length = 1;
  while (length < word.length && word.slice(0, length) <= before) length += 1;
  return word.slice(0, length);
}

/** Approximate length in bytes: the word, a tab, the rest and the end of the line. */
function lengthOf([word, rest]: WordLine): number {
  return word.length + rest.length + 2;
}
