import { isInText, maxLength, titlePosition, versionPosition, zoneOf } from '../positions.ts';
import { isExact, isForm, type Term } from '../query.ts';

/** For each position, the best quality of a match there. */
type Qualities = Map<number, number>;

/** The matches of one term in a page. */
export interface Occurrence {
  positions: Qualities;
  /**
   * Best quality of a match with a very common word. The index does not say where in a text such a
   * word is. 0 if no such word matches.
   */
  common: number;
}

/** A term with its weight among the terms of its query. */
export interface RankedTerm extends Pick<Term, 'at' | 'length'> {
  weight: number;
}

const zoneWeights = { title: 3, version: 3, names: 2, text: 1, upkeep: 0.3 };
/**
 * Bonus for many occurrences. It is small, so that even together with `newestBonus` it rarely
 * outweighs the difference between an exact word and a prefix.
 */
const frequencyBonus = { each: 0.1, max: 0.4 };
/**
 * Bonuses for two terms with the same distance in the page as in the query (`title`, `elsewhere`),
 * and for two terms that are close to each other (`near`).
 */
const together = { title: 2, elsewhere: 1.5, near: 0.4 };
const nearby = 6;
/**
 * Bonuses that exceed any sum of other scores, even when multiplied by the lowest quality that
 * counts as exact.
 */
const exact = { title: 10_000, version: 5000 };
/** Whether a score has such a bonus. */
export const isExactScore = (score: number) => score >= exact.version * 0.9;
/** Score increase of the newest page, relative to the oldest. */
const newestBonus = 0.2;

/**
 * Score of a page.
 * @param all occurrences of each term, in the order of the terms
 * @param age from 0 for the newest page to 1 for the oldest
 */
export function scoreOf(
  all: readonly Occurrence[],
  terms: readonly RankedTerm[],
  age: number,
): number {
  const placed = all.flatMap((one, n) => {
    const { at = 0, weight = 0 } = terms[n] ?? {};
    return { ...one, at, weight };
  });
  const words = placed.reduce((sum, one) => sum + one.weight * termScore(one), 0);
  const known = placed.filter(
    ({ common, positions }) => common === 0 || ![...positions.keys()].every(isInText),
  );
  const pairs = known.slice(1).reduce((sum, one, n) => {
    const before = known[n] ?? one;
    const weight = (one.weight + before.weight) / 2;
    return sum + weight * closeness(before.positions, one.positions, one.at - before.at);
  }, 0);
  return (words + pairs) * (1 + newestBonus * (1 - age)) + exactness(all, terms);
}

/** Whether every term matches as a word or another form of it, and not only in a list of upkeep. */
export function isStrong(all: readonly Occurrence[]): boolean {
  return all.every(
    ({ positions, common }) =>
      isForm(common) || [...positions].some(([at, one]) => isForm(one) && zoneOf(at) !== 'upkeep'),
  );
}

function termScore({ positions, common }: Occurrence): number {
  const scores = Array.from(positions, ([at, quality]) => quality * zoneWeights[zoneOf(at)]);
  const count = [...positions.keys()].filter((at) => zoneOf(at) !== 'upkeep').length;
  const frequency = frequencyBonus.each * Math.log2(Math.max(1, count));
  return Math.max(common, ...scores) + Math.min(frequencyBonus.max, frequency);
}

/** @param distance distance of the two terms in the query */
function closeness(a: Qualities, b: Qualities, distance: number): number {
  const pairs = Array.from(a, ([from, one]) =>
    Array.from(b, ([to, other]) => one * other * closenessAt(from, to, distance)),
  );
  return Math.max(0, ...pairs.flat());
}

function closenessAt(from: number, to: number, distance: number): number {
  const [zone, other] = [zoneOf(from), zoneOf(to)].sort();
  // A project's or label's name together with a version, as in "vue 3.5.0".
  if (zone === 'names' && other === 'version') return together.elsewhere;
  if (zone !== other || zone === 'upkeep') return 0;
  if (to - from === distance) return zone === 'title' ? together.title : together.elsewhere;
  return Math.abs(to - from) <= nearby ? together.near : 0;
}

/** Bonus for a query that equals the page's title or contains the page's version. */
function exactness(all: readonly Occurrence[], terms: readonly RankedTerm[]): number {
  const exactAt = (n: number, position: number) => {
    const quality = all[n]?.positions.get(position) ?? 0;
    return isExact(quality) ? quality : 0;
  };
  const { length = 0 } = terms[0] ?? {};
  const title = terms.map(({ at }, n) => exactAt(n, titlePosition(length, at)));
  if (length <= maxLength.title && title.every(Boolean)) return exact.title * Math.min(...title);
  for (let words = Math.min(maxLength.version, all.length); words > 0; words -= 1)
    for (let from = 0; from + words <= all.length; from += 1) {
      const version = Array.from({ length: words }, (_, n) =>
        exactAt(from + n, versionPosition(words, n)),
      );
      if (version.every(Boolean)) return exact.version * Math.min(...version);
    }
  return 0;
}
