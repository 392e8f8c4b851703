import type { TagView } from '../../site/base/tag-view.ts';
import { part } from '../../site/shell/part.ts';
import { timeElement } from '../../site/shell/time-element.ts';
import { countMatches, excerpt, highlight, type Matches } from './highlight.ts';
import type { Occurrence } from './read/rank.ts';
import type { Hit } from './read/search-index.ts';
import type { ResultPlace, ResultText } from './result-text.ts';
import type { SearchPlace } from './search-page.ts';

/** Data and templates for results. */
export interface ItemParts {
  /** A fresh copy of one of the page's templates (`SearchTemplates.astro`). */
  template(name: 'result' | 'place'): HTMLElement;
  /** Types of changes by slug. */
  types: Record<string, TagView>;
  /** Returns a text such as "3 more places in this release". */
  restWords(count: number): string;
}

const maxPlaces = 4;
/** Maximum length of an excerpt, in characters. */
const maxExcerpt = 220;

/**
 * A result with links to the parts of the page that contain the most words of the query.
 * @param type if set, only changes of this type are shown
 */
export function resultItem(
  page: ResultText,
  { occurrences }: Pick<Hit, 'occurrences'>,
  matches: Matches,
  type: string | undefined,
  parts: ItemParts,
): HTMLElement {
  const item = parts.template('result');
  const [title, link] = [document.createElement('h2'), document.createElement('a')];
  link.href = page.href;
  link.append(...withMarks(page.title, matches));
  title.dir = 'auto';
  title.append(link);
  item.prepend(title);
  if (page.date) part(item, '.found-meta').prepend(timeElement(page.date.iso, page.date.text));
  put(item, '.version', isolated(page.version ?? '', matches));
  put(item, '.found-project', isolated(page.project ?? '', matches));
  put(item, '.found-status', page.status);
  const { start, others } = bestPlaces(page, matches, occurrences, type);
  const text = start ? excerpt(start.text, matches, maxExcerpt) : '';
  put(item, '.found-text', ...withMarks(text, matches));
  const match = highlight(text, matches).find(({ isMatch }) => isMatch);
  // A match in the page's first part may be far below the start of the page, and has no heading to
  // link to. A text fragment in the link makes browsers scroll to the match.
  if (match && start && start.text.indexOf(match.text) > 3 * maxExcerpt)
    link.href += `#:~:text=${encodeURIComponent(match.text)}`;
  const first = others
    .slice(0, maxPlaces)
    .map((place) => placeItem(place, page.href, matches, parts));
  put(item, '.found-places', ...first);
  const rest = others.length - maxPlaces;
  put(item, '.found-rest', rest > 0 && parts.restWords(rest));
  return item;
}

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
  link.href = href + (place.anchor ? `#${encodeURIComponent(place.anchor)}` : '');
  const text = withMarks(excerpt(place.text, matches, maxExcerpt), matches);
  link.append(...(place.heading ? withMarks(place.heading, matches) : text));
  put(item, 'p', ...(place.heading ? text : []));
  return item;
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
