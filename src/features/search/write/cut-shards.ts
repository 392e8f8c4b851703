import { hash } from 'node:crypto';

/** A line of a shard: a word, and its encoded postings. */
export type WordLine = readonly [word: string, rest: string];

/**
 * Sorts lines by word and cuts them into shards of about the same length. Shards may be empty.
 * @param others further text to include in the stamp's digest
 */
export function cutShards(lines: readonly WordLine[], count: number, others = '') {
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
