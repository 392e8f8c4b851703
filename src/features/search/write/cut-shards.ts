import { hash } from 'node:crypto';
import type { Shards } from '../index-format.ts';

/** A word and what its line says of it. */
export type WordLine = readonly [word: string, rest: string];

interface CutShards extends Shards {
  /** As many as were asked for; some may hold no word. */
  shards: string[];
}

/**
 * Cuts lines into shards of about the same length, sorted by words.
 * @param aside what else has to be of the same time
 */
export function cutShards(lines: readonly WordLine[], count: number, aside = ''): CutShards {
  const sorted = lines.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = Array.from({ length: count }, (): WordLine[] => []);
  const all = sorted.reduce((sum, line) => sum + lengthOf(line), 0);
  let before = 0;
  for (const line of sorted) {
    parts[Math.floor((before * count) / all)]?.push(line);
    before += lengthOf(line);
  }
  const texts = parts.map((part) => part.map(([word, rest]) => `\n${word}\t${rest}`).join(''));
  const stamp = hash('sha256', aside + texts.join()).slice(0, 12);
  return { stamp, borders: bordersOf(parts), shards: texts.map((text) => stamp + text) };
}

/** An empty shard begins where the next one does; after the last word, where nothing does. */
function bordersOf(parts: readonly (readonly WordLine[])[]): string[] {
  let before = '';
  const starts = parts.map((part) => {
    const [first, last] = [part[0]?.[0], part.at(-1)?.[0]];
    const start = first === undefined ? undefined : shortestAfter(before, first);
    before = last ?? before;
    return start;
  });
  let next = '\uffff';
  for (const [n, start] of [...starts.entries()].toReversed()) {
    next = start ?? next;
    starts[n] = next;
  }
  return starts.slice(1).map((start) => start ?? next);
}

/** How a word begins, as far as it takes to come after another. */
function shortestAfter(before: string, word: string): string {
  let length = 1;
  while (length < word.length && word.slice(0, length) <= before) length += 1;
  return word.slice(0, length);
}

/** In bytes, about: with the word, the tab and the end of the line. */
function lengthOf([word, rest]: WordLine): number {
  return word.length + rest.length + 2;
}
