import type { FoundRelease } from '../../site/search/find.ts';
import { part } from '../shell/part.ts';
import { type ItemParts, searchResultItem } from './release-item.ts';

/** What was found in one year, best first. */
interface FoundYear {
  year: string;
  types: ItemParts['types'];
  found: FoundRelease[];
}

export interface ResultList {
  /** Puts what was found in a year under what stands there already. */
  add(year: FoundYear): void;
  clear(): void;
}

/** More come when the reader asks. */
const atOnce = 20;

/** The results as they stand on the page, by year. */
export function resultList(root: HTMLElement, parts: Omit<ItemParts, 'types'>): ResultList {
  const [place, more] = [part(root, '[data-results]'), part(root, '[data-more]')];
  let waiting: { year: string; types: ItemParts['types']; release: FoundRelease }[] = [];
  let room = atOnce;

  const listOf = (year: string): HTMLElement => {
    const last = place.lastElementChild;
    if (last?.firstElementChild?.textContent === year) return part(last, 'ol');
    const section = parts.template('year');
    const title = document.createElement('h2');
    title.textContent = year;
    section.prepend(title);
    place.append(section);
    return part(section, 'ol');
  };
  const fill = (): HTMLElement | undefined => {
    const shown = waiting.splice(0, room).map(({ year, types, release }) => {
      const item = searchResultItem(release, { ...parts, types });
      listOf(year).append(item);
      return item;
    });
    room -= shown.length;
    more.hidden = waiting.length === 0;
    return shown[0];
  };
  more.addEventListener('click', () => {
    room += atOnce;
    fill()?.querySelector('a')?.focus();
  });

  return {
    add: ({ year, types, found }) => {
      waiting.push(...found.map((release) => ({ year, types, release })));
      fill();
    },
    clear: () => {
      waiting = [];
      room = atOnce;
      more.hidden = true;
      place.replaceChildren();
    },
  };
}
