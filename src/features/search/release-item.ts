import type { TagView } from '../../site/base/tag-view.ts';
import { part } from '../../site/shell/part.ts';
import { timeElement } from '../../site/shell/time-element.ts';
import type { FoundRelease } from './find.ts';
import type { IndexedPlace, IndexedRelease } from './index-format.ts';
import { around, marked } from './marked.ts';

/** What results are made of. */
export interface ItemParts {
  /** A fresh copy of one of the page's templates (`SearchTemplates.astro`). */
  template(name: 'year' | 'release' | 'place'): HTMLElement;
  /** By slug. */
  types: Record<string, TagView>;
  /** Such as "3 more places in this release". */
  restWords(count: number): string;
}

const placesOfRelease = 4;
/** In characters. */
const longestText = 220;

/** A release that was found, with a link to each of the places in it. */
export function searchResultItem(
  release: IndexedRelease,
  { hits, found }: FoundRelease,
  parts: ItemParts,
): HTMLElement {
  const item = parts.template('release');
  const [title, link] = [document.createElement('h3'), document.createElement('a')];
  link.href = release.href;
  link.append(...withMarks(release.title, found));
  title.dir = 'auto';
  title.append(link);
  item.prepend(title);
  part(item, '.found-meta').prepend(timeElement(release.date.iso, release.date.text));
  put(item, '.version', isolated(release.version ?? '', found));
  put(item, '.found-project', isolated(release.project ?? '', found));
  const all = hits.flatMap(({ place }) => release.places[place] ?? []);
  const start = all.find(({ kind }) => kind === 'release');
  put(item, '.found-text', ...(start ? excerpt(start, found) : []));
  const places = all.filter((place) => place !== start);
  put(
    item,
    '.found-places',
    ...places.slice(0, placesOfRelease).map((place) => placeItem(place, { release, found }, parts)),
  );
  const rest = places.length - placesOfRelease;
  put(item, '.found-rest', rest > 0 && parts.restWords(rest));
  return item;
}

/** A headed section or a change; a change is its own link. */
function placeItem(
  place: IndexedPlace,
  { release, found }: { release: IndexedRelease; found: ReadonlySet<string> },
  parts: ItemParts,
): HTMLElement {
  const item = parts.template('place');
  const type = place.type === undefined ? undefined : parts.types[place.type];
  put(item, '.tag', type?.name)?.classList.add(type?.colour ?? '');
  const link = part<HTMLAnchorElement>(item, 'a');
  link.href = release.href + (place.anchor ? `#${encodeURIComponent(place.anchor)}` : '');
  const text = excerpt(place, found);
  link.append(...(place.heading ? withMarks(place.heading, found) : text));
  put(item, 'p', ...(place.heading ? text : []));
  return item;
}

/** Fills a part of a template; one that would stay empty goes. */
function put(
  item: HTMLElement,
  selector: string,
  ...content: (Node | string | false | undefined)[]
) {
  const place = part(item, selector);
  place.append(...content.filter((one) => one !== false && one !== undefined));
  if (place.textContent !== '') return place;
  place.remove();
  return undefined;
}

function excerpt(place: IndexedPlace, found: ReadonlySet<string>): (Node | string)[] {
  return withMarks(around(place.text, found, longestText), found);
}

/** Beside other words, in its own direction. */
function isolated(text: string, found: ReadonlySet<string>): HTMLElement {
  const whole = document.createElement('bdi');
  whole.append(...withMarks(text, found));
  return whole;
}

/** For an element that takes the direction of its text. */
function withMarks(text: string, found: ReadonlySet<string>): (Node | string)[] {
  return marked(text, found).map((piece) => {
    if (!piece.isMatch) return piece.text;
    const mark = document.createElement('mark');
    mark.append(piece.text);
    return mark;
  });
}
