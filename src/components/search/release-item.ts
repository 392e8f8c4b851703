import type { TagView } from '../../site/base/tag-view.ts';
import type { FoundRelease, Hit } from '../../site/search/find.ts';
import { around, marked } from '../../site/search/marked.ts';
import { part } from '../shell/part.ts';
import { timeElement } from '../shell/time-element.ts';

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
export function searchResultItem(of: FoundRelease, parts: ItemParts): HTMLElement {
  const item = parts.template('release');
  const { release, hits, found } = of;
  const [title, link] = [document.createElement('h3'), document.createElement('a')];
  link.href = release.href;
  link.append(withMarks(release.title, found));
  title.append(link);
  item.prepend(title);
  part(item, '.found-meta').prepend(timeElement(release.date.iso, release.date.text));
  put(item, '.version', withMarks(release.version ?? '', found));
  put(item, '.found-project', withMarks(release.project?.name ?? '', found));
  const start = hits.find(({ kind }) => kind === 'release');
  put(item, '.found-text', start && snippet(start, found));
  const places = hits.filter((hit) => hit !== start);
  put(
    item,
    '.found-places',
    ...places.slice(0, placesOfRelease).map((hit) => placeItem(hit, of, parts)),
  );
  const rest = places.length - placesOfRelease;
  put(item, '.found-rest', rest > 0 && parts.restWords(rest));
  return item;
}

/** A headed section or a change; a change is its own link. */
function placeItem(hit: Hit, { release, found }: FoundRelease, parts: ItemParts): HTMLElement {
  const item = parts.template('place');
  const type = hit.type === undefined ? undefined : parts.types[hit.type];
  put(item, '.tag', type?.name)?.classList.add(type?.colour ?? '');
  const link = part<HTMLAnchorElement>(item, 'a');
  link.href = release.href + (hit.anchor ? `#${encodeURIComponent(hit.anchor)}` : '');
  const text = snippet(hit, found);
  link.append(hit.heading ? withMarks(hit.heading, found) : text);
  put(item, 'p', Boolean(hit.heading) && text);
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

function snippet(hit: Hit, found: ReadonlySet<string>): HTMLElement {
  return withMarks(around(hit.text, found, longestText), found);
}

/** The text in its own direction, whichever the page has. */
function withMarks(text: string, found: ReadonlySet<string>): HTMLElement {
  const whole = document.createElement('bdi');
  for (const piece of marked(text, found)) {
    const run = piece.isMatch ? document.createElement('mark') : undefined;
    run?.append(piece.text);
    whole.append(run ?? piece.text);
  }
  return whole;
}
