import type { FoundYear } from '../../site/search/read/search-index.ts';
import { part } from '../shell/part.ts';
import { type ItemParts, searchResultItem } from './release-item.ts';

export interface ResultList {
  /** Puts what was found under what stands there; settles when all stands there that has room. */
  add(years: readonly FoundYear[]): Promise<void>;
  /** What stands there goes with the first that is added. */
  renew(): void;
  clear(): void;
}

/** More come when the reader asks. */
const atOnce = 20;

/** Some of what was found in a year, by their order there. */
interface Stretch {
  year: FoundYear;
  from: number;
  to: number;
}

/** The results as they stand on the page, by year. */
export function resultList(root: HTMLElement, parts: Omit<ItemParts, 'types'>): ResultList {
  const [place, more] = [part(root, '[data-results]'), part(root, '[data-more]')];
  let waiting: Stretch[] = [];
  let room = atOnce;
  let isOld = false;
  let filling: Promise<unknown> = Promise.resolve();

  const clear = () => {
    isOld = false;
    place.replaceChildren();
  };
  const empty = () => {
    waiting = [];
    room = atOnce;
    more.hidden = true;
  };
  /** What has room now; the rest goes on waiting. */
  const taken = (): Stretch[] => {
    const now: Stretch[] = [];
    for (let first = waiting[0]; first && room > 0; first = waiting[0]) {
      const to = Math.min(first.to, first.from + room);
      now.push({ ...first, to });
      room -= to - first.from;
      if (to === first.to) waiting.shift();
      else first.from = to;
    }
    return now;
  };
  /** Gives the first that it put there; stops when something else is looked for. */
  const fill = async (): Promise<HTMLElement | undefined> => {
    const mine = waiting;
    let firstItem: HTMLElement | undefined;
    for (const loading of taken().map((one) => itemsOf(one, parts)))
      for (const item of await loading) {
        const element = await item.element;
        if (mine !== waiting) return undefined;
        if (isOld) clear();
        listOf(place, item.year, parts).append(element);
        firstItem ??= element;
      }
    if (mine === waiting) more.hidden = waiting.length === 0;
    return firstItem;
  };
  const fillNext = () => {
    const result = filling.then(fill);
    filling = result.catch(() => {});
    return result;
  };
  more.addEventListener('click', async () => {
    room += atOnce;
    (await fillNext())?.querySelector('a')?.focus();
  });

  return {
    add: async (years) => {
      waiting.push(...years.map((year) => ({ year, from: 0, to: year.count })));
      await fillNext();
    },
    renew: () => {
      empty();
      isOld = true;
    },
    clear: () => {
      empty();
      clear();
    },
  };
}

/** The items of a stretch, which come as their texts do. */
async function itemsOf({ year, from, to }: Stretch, parts: Omit<ItemParts, 'types'>) {
  const found = (await year.first(to)).slice(from);
  return found.map((one) => {
    const element = year
      .textOf(one)
      .then((release) => searchResultItem(release, one, { ...parts, types: year.types }));
    // Those that nobody waits for any more may fail.
    element.catch(() => {});
    return { year: year.year, element };
  });
}

/** The list of a year, which is the last one on the page, or a new one under it. */
function listOf(place: HTMLElement, year: string, parts: Pick<ItemParts, 'template'>): HTMLElement {
  const last = place.lastElementChild;
  if (last?.firstElementChild?.textContent === year) return part(last, 'ol');
  const section = parts.template('year');
  const title = document.createElement('h2');
  title.textContent = year;
  section.prepend(title);
  place.append(section);
  return part(section, 'ol');
}
