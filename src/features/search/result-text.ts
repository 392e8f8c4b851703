import { pageWords } from './positions.ts';
import type { SearchPage, SearchPlace } from './search-page.ts';

/**
 * Maximum characters that results can show of a whole page, and of each place once a page exceeds
 * its limit.
 */
const maxText = { page: 6000, place: 120 };
/**
 * Maximum places of a page. For matches in later places, results link to the last of these places.
 */
const maxPlaces = 100;

/**
 * The texts that results can show. In a long page, later places are cut, and each place has its
 * position.
 */
export function resultText({ names, filters, ...page }: SearchPage): ResultText {
  const { starts } = pageWords({ names, filters, ...page });
  let left = maxText.page;
  const places = page.places.slice(0, maxPlaces).map(({ text, ...place }, n) => {
    const own = text.slice(0, Math.max(maxText.place, left));
    left -= text.length;
    return {
      ...place,
      ...(place.heading && { heading: place.heading.slice(0, maxText.place) }),
      text: own,
      at: starts[n] ?? 0,
    };
  });
  const isWhole = left >= 0 && places.length === page.places.length;
  return { ...page, places: isWhole ? page.places : places };
}

export interface ResultText extends Omit<SearchPage, 'names' | 'filters' | 'places'> {
  places: ResultPlace[];
}

export interface ResultPlace extends SearchPlace {
  /** Only in a long page: the position of the place's first word. */
  at?: number;
}
