import { maxLength, titlePosition, versionPosition, zoneOf } from '../positions.ts';

/** Where a page matches a term. */
export interface Occurrence {
  /** Ascending. */
  positions: number[];
  /** Up to 1, for the word itself. */
  quality: number;
  /** Whether the positions in the text are unknown, as the word is too common. */
  isCommon: boolean;
}

/** Weight of each term of a query, in order. */
export type TermWeights = readonly number[];

const zoneWeights = { title: 3, version: 3, names: 2, text: 1 };
/** For terms that are adjacent as in the query, and for those that are near each other. */
const together = { title: 2, elsewhere: 1.5, near: 0.4 };
const nearby = 6;
/** Above any sum of other scores. */
const exact = { title: 1000, version: 500 };

/** Score of a page. @param all occurrences of each term, in order */
export function scoreOf(all: readonly Occurrence[], weights: TermWeights): number {
  const words = all.reduce((sum, one, n) => sum + (weights[n] ?? 0) * termScore(one), 0);
  const placed = all.flatMap(({ isCommon, positions }, n) =>
    isCommon && !positions.some((one) => zoneOf(one) !== 'text') ? [] : [n],
  );
  const pairs = placed.slice(1).reduce((sum, n, at) => {
    const before = placed[at] ?? 0;
    const weight = ((weights[n] ?? 0) + (weights[before] ?? 0)) / 2;
    return sum + weight * closeness(all[before], all[n], n - before);
  }, 0);
  return words + pairs + exactness(all);
}

function termScore({ positions, quality }: Occurrence): number {
  // Positions ascend from the zone of the greatest weight.
  const [first] = positions;
  const best = zoneWeights[first === undefined ? 'text' : zoneOf(first)];
  return quality * (best + 0.2 * Math.log2(Math.max(1, positions.length)));
}

/** @param distance between the terms in the query */
function closeness(a: Occurrence | undefined, b: Occurrence | undefined, distance: number): number {
  const pairs = (a?.positions ?? []).flatMap((from) =>
    (b?.positions ?? []).map((to) => closenessAt(from, to, distance)),
  );
  return Math.max(0, ...pairs);
}

function closenessAt(from: number, to: number, distance: number): number {
  const zone = zoneOf(from);
  if (zone !== zoneOf(to)) return 0;
  if (to - from === distance) return zone === 'title' ? together.title : together.elsewhere;
  return Math.abs(to - from) <= nearby ? together.near : 0;
}

/** Bonus for a query that is the page's title or contains its version. */
function exactness(all: readonly Occurrence[]): number {
  const isAt = (n: number, position: number) =>
    all[n]?.quality === 1 && all[n].positions.includes(position);
  const { length } = all;
  if (length <= maxLength.title && all.every((_, n) => isAt(n, titlePosition(length, n))))
    return exact.title;
  for (let words = Math.min(maxLength.version, length); words > 0; words -= 1)
    for (let from = 0; from + words <= length; from += 1)
      if (Array.from({ length: words }).every((_, n) => isAt(from + n, versionPosition(words, n))))
        return exact.version;
  return 0;
}
