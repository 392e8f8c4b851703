import { shorten } from '../../lib/text/text.ts';
import { releaseName } from '../../site/base/release-name.ts';
import { pageWords } from './positions.ts';
import type { SearchPage, SearchPlace } from './search-page.ts';

/**
 * Maximum characters of text that are stored per page. Once a page exceeds this limit, each further
 * part of it is cut to the `place` limit.
 */
const maxText = { page: 6000, place: 120 };
/**
 * Maximum parts (sections and changes) of a page. For a match in a later part, results link to the
 * last part that is included.
 */
const maxPlaces = 100;

/**
 * The texts that results can show. In a long page, later parts are cut, and each part has its
 * position in the page. A version that the title mentions is left out.
 */
export function resultText(searchPage: SearchPage): ResultText {
  const { names: _names, filters: _filters, version: all = null, ...rest } = searchPage;
  const { version } = releaseName({ title: rest.title, version: all });
  const page = { ...rest, ...(version && { version }) };
  const length = page.places.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= maxText.page && page.places.length <= maxPlaces) return page;
  const { starts } = pageWords(searchPage);
  let left = maxText.page;
  const places = page.places.slice(0, maxPlaces).map(({ text, ...place }, n) => {
    const own = shorten(text, Math.max(maxText.place, left));
    left -= text.length;
    return {
      ...place,
      ...(place.heading && { heading: shorten(place.heading, maxText.place) }),
      text: own,
      at: starts[n] ?? 0,
    };
  });
  return { ...page, places };
}

export interface ResultText extends Omit<SearchPage, 'names' | 'filters' | 'places'> {
  places: ResultPlace[];
}

export interface ResultPlace extends SearchPlace {
  /** The position of the part's first word; only set in a long page. */
  at?: number;
}
