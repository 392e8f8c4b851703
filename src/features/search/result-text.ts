import { shorten } from '../../lib/text/text.ts';
import { releaseName } from '../../site/base/release-name.ts';
import { pageWords } from './positions.ts';
import type { SearchPage, SearchPlace } from './search-page.ts';
import { words } from './words.ts';

/**
 * Maximum characters of text in the file that every result of a page needs. The texts of later
 * places are cut to the `place` limit there, and are whole in further files of about `rest`
 * characters each.
 */
const maxText = { page: 6000, place: 120, rest: 6000 };
/** A longer place is split, so that a result shows the text around a match. */
const maxPlace = 1500;
/**
 * Maximum places (parts of sections, and changes) of a page. For a match in a later one, results
 * link to the last place that is included.
 */
const maxPlaces = 150;
const maxRests = 12;

/** The texts that results can show. A version that the title mentions is left out. */
export interface ResultText extends Omit<SearchPage, 'names' | 'filters' | 'places'> {
  places: ResultPlace[];
}

export interface ResultPlace extends Omit<SearchPlace, 'isUpkeep'> {
  /** The position of the place's first word; only set in a long page. */
  at?: number;
  /** Where the whole text is, if it is cut here: number of the file, and place in it. */
  rest?: [file: number, place: number];
}

/** @param rests number of further files for the page, of `countRests` */
export function resultText(searchPage: SearchPage, rests = 0): ResultText {
  return splitTexts(searchPage, rests).page;
}

/** The texts of a further file: whole texts of places that are cut in `resultText`. */
export function restOfTexts(searchPage: SearchPage, rests: number, file: number): string[] {
  return splitTexts(searchPage, rests).files[file] ?? [];
}

/**
 * Number of further files for a page. It is known before the page is read.
 * @param bytes size of the page's HTML, at least that of its text
 */
export function countRests(bytes: number): number {
  return Math.min(maxRests, Math.ceil(Math.max(0, bytes - maxText.page) / maxText.rest));
}

function splitTexts(
  searchPage: SearchPage,
  rests: number,
): { page: ResultText; files: string[][] } {
  const { names: _names, filters: _filters, version: all = null, places, ...rest } = searchPage;
  const { version } = releaseName({ title: rest.title, version: all });
  const page = { ...rest, ...(version && { version }) };
  const length = places.reduce((sum, { text }) => sum + text.length, 0);
  const files: string[][] = [];
  if (length <= maxText.page && places.length <= maxPlaces)
    return { page: { ...page, places: places.map(({ isUpkeep: _, ...place }) => place) }, files };
  const { starts } = pageWords(searchPage);
  const pieces = places.flatMap(({ isUpkeep: _, ...place }, n) => piecesOf(place, starts[n] ?? 0));
  let before = 0;
  const cut = pieces.slice(0, maxPlaces).map((place): ResultPlace => {
    const left = maxText.page - before;
    before += place.text.length;
    const heading = place.heading && { heading: shorten(place.heading, maxText.place) };
    if (place.text.length <= Math.max(left, maxText.place)) return { ...place, ...heading };
    const file = Math.max(0, Math.floor(-left / maxText.rest));
    const text = shorten(place.text, Math.max(maxText.place, left));
    if (file >= rests) return { ...place, ...heading, text };
    files[file] ??= [];
    const own = files[file];
    return { ...place, ...heading, text, rest: [file, own.push(place.text) - 1] };
  });
  return { page: { ...page, places: cut }, files };
}

/** The parts of a place, each with the position of its first word. */
function piecesOf(place: Omit<ResultPlace, 'at'>, at: number): (ResultPlace & { at: number })[] {
  const pieces: (ResultPlace & { at: number })[] = [];
  let from = 0;
  let next = at;
  do {
    const end = endOfPiece(place.text, from);
    const text = place.text.slice(from, end).trim();
    pieces.push({ ...place, text, at: next });
    next += words(`${from === 0 ? (place.heading ?? '') : ''}\n${text}`).length;
    from = end;
  } while (from < place.text.length);
  return pieces;
}

/** Cuts at a space, or anywhere in a text without spaces. */
function endOfPiece(text: string, from: number): number {
  if (text.length - from <= maxPlace) return text.length;
  const space = text.lastIndexOf(' ', from + maxPlace);
  return space > from ? space : from + maxPlace;
}
