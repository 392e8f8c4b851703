import type { TagView } from '../../site/base/tag-view.ts';
import { part } from '../../site/shell/part.ts';
import { timeElement } from '../../site/shell/time-element.ts';
import { countMatches, excerpt, highlight, type Matches } from './highlight.ts';
import { isInText } from './positions.ts';
import type { Occurrence } from './read/rank.ts';
import type { Hit } from './read/search-index.ts';
import type { ResultPlace, ResultText } from './result-text.ts';
import type { SearchPlace } from './search-page.ts';

/** Data and templates for results. */
export interface ItemParts {
  /** A fresh copy of one of the page's templates (`SearchTemplates.astro`). */
  template(name: 'result' | 'place' | 'candidates'): HTMLElement;
  /** Types of changes by slug. */
  types: Record<string, TagView>;
  /** Returns a text such as "3 more places in this release". */
  restWords(count: number): string;
  /** Returns a text such as "and 3 pre-releases". */
  candidatesWords(count: number): string;
}

const maxPlaces = 4;
/** Maximum length of an excerpt, in characters. */
const maxExcerpt = 220;

/**
 * A result with links to the parts of the page that contain the most words of the query.
 * @param places of `shownPlaces`
 */
export function resultItem(
  page: ResultText,
  { start, others, more, isNamed }: ShownPlaces,
  matches: Matches,
  parts: ItemParts,
): HTMLElement {
  const item = parts.template('result');
  const [title, link] = [document.createElement('h2'), document.createElement('a')];
  link.href = start || isNamed || !others[0] ? page.href : placeHref(others[0], page.href);
  link.append(...withMarks(page.title, matches));
  title.dir = 'auto';
  title.append(link);
  item.prepend(title);
  if (page.date) part(item, '.found-meta').prepend(timeElement(page.date.iso, page.date.text));
  put(item, '.version', isolated(page.version ?? '', matches));
  put(item, '.found-project', isolated(page.project ?? '', matches));
  put(item, '.found-status', page.status);
  const text = start ? excerpt(start.text, matches, maxExcerpt) : '';
  put(item, '.found-text', ...withMarks(text, matches));
  const match = highlight(text, matches).find(({ isMatch }) => isMatch);
  // A match in the page's first part may be far below the start of the page, and has no heading to
  // link to. A text fragment in the link makes browsers scroll to the match.
  const isFar =
    start &&
    ((start.at ?? 0) > (page.places[0]?.at ?? 0) || start.text.indexOf(match?.text ?? '') > farAt);
  if (match && isFar) link.href += `#:~:text=${encodeURIComponent(match.text)}`;
  put(item, '.found-places', ...others.map((place) => placeItem(place, page.href, matches, parts)));
  put(item, '.found-rest', more > 0 && parts.restWords(more));
  return item;
}

const farAt = 3 * maxExcerpt;
const isName = (position: number) => !isInText(position);

/**
 * An element for a part of a page. The link's text is the heading of a section or the text of a
 * change.
 */
function placeItem(
  place: SearchPlace,
  href: string,
  matches: Matches,
  parts: ItemParts,
): HTMLElement {
  const item = parts.template('place');
  const type = place.type === undefined ? undefined : parts.types[place.type];
  put(item, '.tag', type?.name)?.classList.add(type?.colour ?? '');
  const link = part<HTMLAnchorElement>(item, 'a');
  link.href = placeHref(place, href);
  const text = withMarks(excerpt(place.text, matches, maxExcerpt), matches);
  link.append(...(place.heading ? withMarks(place.heading, matches) : text));
  put(item, 'p', ...(place.heading ? text : []));
  return item;
}

function placeHref({ anchor }: SearchPlace, href: string): string {
  return anchor ? `${href}#${encodeURIComponent(anchor)}` : href;
}

/** Fills an element of a template. Removes the element if there is no content for it. */
function put(
  item: HTMLElement,
  selector: string,
  ...content: (Node | string | false | undefined)[]
): HTMLElement | undefined {
  const place = part(item, selector);
  place.append(...content.filter((one) => one !== false && one !== undefined));
  if (place.textContent !== '') return place;
  place.remove();
  return undefined;
}

/**
 * An element that isolates a text, because its writing direction may differ from the text beside
 * it.
 */
function isolated(text: string, matches: Matches): HTMLElement {
  const whole = document.createElement('bdi');
  whole.append(...withMarks(text, matches));
  return whole;
}

function withMarks(text: string, matches: Matches): (Node | string)[] {
  return highlight(text, matches).map((piece) => {
    if (!piece.isMatch) return piece.text;
    const mark = document.createElement('mark');
    mark.append(piece.text);
    return mark;
  });
}

/** The places that a result shows. */
export interface ShownPlaces {
  start: ResultPlace | undefined;
  others: ResultPlace[];
  /** Number of matching places that are not shown. */
  more: number;
  /**
   * Whether the title, the version and the names of the page have all words of the query. A query
   * with other words is about a part of the page.
   */
  isNamed: boolean;
}

/**
 * The places that a result shows, with their whole texts. At most one further file of a long page
 * is loaded, if the first place is cut. Other places that are cut before the match are counted only.
 */
export async function shownPlaces(
  page: ResultText,
  { occurrences, rest }: Pick<Hit, 'occurrences' | 'rest'>,
  matches: Matches,
  type: string | undefined,
): Promise<ShownPlaces> {
  const { start, others } = bestPlaces(page, matches, occurrences, type);
  const [file] = (start ?? others[0])?.rest ?? [];
  // Without the file, for example after a new build, the result shows what it has.
  const texts = file === undefined ? [] : await rest(file).catch(() => []);
  const wholeOf = (place: ResultPlace): ResultPlace => {
    const whole = place.rest && place.rest[0] === file ? texts[place.rest[1]] : undefined;
    return whole === undefined ? place : { ...place, text: whole };
  };
  const shown = others
    .map(wholeOf)
    .filter((one) => !one.rest || countMatches(`${one.heading ?? ''} ${one.text}`, matches) > 0)
    .slice(0, maxPlaces);
  // If nothing else is left, a cut text is better than none.
  const least = start || shown.length > 0 ? shown : others.slice(0, 1);
  const isNamed = occurrences.every(({ positions }) => [...positions.keys()].some(isName));
  // The start of a page may be its summary, which repeats the text of a section.
  const textOf = ({ text }: ResultPlace) => excerpt(text, matches, maxExcerpt);
  const whole = start && wholeOf(start);
  const isRepeated = whole && least.some((place) => textOf(place) === textOf(whole));
  return {
    start: isRepeated ? undefined : whole,
    others: least,
    more: others.length - least.length,
    isNamed,
  };
}

/**
 * Finds the parts of a page (its start, sections and changes) that contain the most words of the
 * query.
 * @param occurrences matches of each term in the page; needed because the stored text of a part of
 * a long page may be cut off before the matches
 * @param type if set, only changes of this type count
 */
function bestPlaces(
  { places }: Pick<ResultText, 'places'>,
  matches: Matches,
  occurrences: readonly Pick<Occurrence, 'positions'>[],
  type: string | undefined,
): { start: ResultPlace | undefined; others: ResultPlace[] } {
  const all = occurrences.map(({ positions }) => [...positions.keys()]);
  const starts = places.flatMap(({ at }) => at ?? []).sort((a, b) => a - b);
  const counted = places
    .map((place) => {
      const from = place.at ?? 0;
      const to = starts.find((at) => at > from) ?? Number.POSITIVE_INFINITY;
      const isIn = (position: number) => position >= from && position < to;
      const placed = place.at === undefined ? [] : all.filter((one) => one.some(isIn));
      const shown = countMatches(`${place.heading ?? ''} ${place.text}`, matches);
      return { place, count: Math.max(placed.length, shown) };
    })
    .filter(({ place }) => !type || place.type === type);
  const most = Math.max(1, ...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most).map(({ place }) => place);
  const isTop = ({ anchor, heading }: ResultPlace) => anchor === undefined && heading === undefined;
  // If all matching words are in the title, the page's start is shown.
  const start = best.length === 0 ? places[0] : best.find(isTop);
  // Of the pieces of a section, the first one is shown.
  const others = Map.groupBy(
    best.filter((place) => !isTop(place)),
    ({ anchor, heading }) => `${anchor} ${heading}`,
  );
  return { start, others: Array.from(others.values(), ([first]) => first as ResultPlace) };
}
