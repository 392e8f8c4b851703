import { countMatches, type Matches } from './highlight.ts';
import type { Occurrence } from './read/rank.ts';
import type { ResultPlace, ResultText } from './result-text.ts';

/**
 * Finds the parts of a page (its start, sections and changes) that contain the most words of the
 * query.
 * @param occurrences matches of each term in the page; needed because the stored text of a part of
 * a long page may be cut off before the matches
 * @param type if set, only changes of this type count
 */
export function bestPlaces(
  { places }: Pick<ResultText, 'places'>,
  matches: Matches,
  occurrences: readonly Pick<Occurrence, 'positions'>[],
  type: string | undefined,
): { start: ResultPlace | undefined; others: ResultPlace[] } {
  const all = occurrences.map(({ positions }) => [...positions.keys()]);
  const counted = places
    .map((place, n) => {
      const [from = 0, to = Number.POSITIVE_INFINITY] = [place.at, places[n + 1]?.at];
      const isIn = (position: number) => position >= from && position < to;
      const placed = place.at === undefined ? [] : all.filter((one) => one.some(isIn));
      const shown = countMatches(`${place.heading ?? ''} ${place.text}`, matches);
      return { place, count: Math.max(placed.length, shown) };
    })
    .filter(({ place }) => !type || place.type === type);
  const most = Math.max(1, ...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most).map(({ place }) => place);
  const [first] = places;
  // If all matching words are in the title, the page's start is shown.
  const start = first && (best.length === 0 || best.includes(first)) ? first : undefined;
  return { start, others: best.filter((place) => place !== first) };
}
