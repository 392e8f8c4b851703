import { pageWords } from './positions.ts';
import type { SearchPage, SearchPlace } from './search-page.ts';

/** In characters: what results can show of a page, and of a place of a longer page. */
const maxText = { page: 6000, place: 120 };
/** Of a longer page, matches in later places lead to the last of these. */
const maxPlaces = 100;

/** The texts that results show. Later places of a long page are cut, and have positions. */
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
  /** Of a long page: the position of its first word. */
  at?: number;
}
