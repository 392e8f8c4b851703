import { countWords, type Fits } from './marked.ts';
import type { ResultText, SearchPlace } from './search-page.ts';

/**
 * The places of a page that contain the most words of the query.
 * @param type if set, only changes of this type count
 */
export function foundPlaces(
  { places }: Pick<ResultText, 'places'>,
  fits: Fits,
  type: string | undefined,
): { start: SearchPlace | undefined; others: SearchPlace[] } {
  const counted = places
    .filter((place) => !type || place.type === type)
    .map((place) => ({ place, count: countWords(`${place.heading ?? ''} ${place.text}`, fits) }));
  const most = Math.max(1, ...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most).map(({ place }) => place);
  const [first] = places;
  // The words may be in the title alone.
  const start = first && (best.length === 0 || best.includes(first)) ? first : undefined;
  return { start, others: best.filter((place) => place !== first) };
}
