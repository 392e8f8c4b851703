import { part } from '../../site/shell/part.ts';
import type { Found, Hit } from './read/search-index.ts';
import { type ItemParts, resultItem } from './result-item.ts';

export interface ResultList {
  /**
   * Shows the first of what was found in the place of what stands there.
   * @param count how many
   * @returns how many did not arrive, or undefined when something else is shown meanwhile
   */
  show(found: Found, type: string | undefined, count: number): Promise<number | undefined>;
  /** Nothing more of what stands there is loaded. */
  stop(): void;
  clear(): void;
}

/** More come when the reader asks. */
export const firstCount = 10;
/** These are asked for first: who types on asks for no more of them. */
const firstAtOnce = 2;

interface Shown {
  left: Hit[];
  /** Whether what stands on the page is of a search before. */
  isOld: boolean;
  itemOf(hit: Hit): Promise<HTMLElement>;
}

/** The results as they stand on the page. */
export function resultList(root: HTMLElement, parts: ItemParts): ResultList {
  const [place, more] = [part(root, '[data-results]'), part(root, '[data-more]')];
  /** What is being shown. */
  let shown: Shown | undefined;

  /** Gives the first item that it put there, and how many did not arrive. */
  const add = async (count: number) => {
    const mine = shown;
    if (!mine) return undefined;
    const hits = mine.left.splice(0, count);
    let first: HTMLElement | undefined;
    let missing = 0;
    for (const some of [hits.slice(0, firstAtOnce), hits.slice(firstAtOnce)]) {
      const items = await Promise.allSettled(some.map(mine.itemOf));
      if (mine !== shown) return undefined;
      const arrived = items.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      missing += items.length - arrived.length;
      first ??= arrived[0];
      if (mine.isOld && first) place.replaceChildren();
      mine.isOld &&= !first;
      place.append(...arrived);
    }
    more.hidden = mine.left.length === 0;
    return { first, missing };
  };
  more.addEventListener('click', async () => {
    const added = await add(firstCount);
    added?.first?.querySelector('a')?.focus();
  });
  const stop = () => {
    shown = undefined;
    more.hidden = true;
  };
  return {
    show: async ({ hits, fits }, type, count) => {
      stop();
      shown = {
        left: [...hits],
        isOld: true,
        itemOf: async (hit) => resultItem(await hit.text(), fits, type, parts),
      };
      return (await add(count))?.missing;
    },
    stop,
    clear: () => {
      stop();
      place.replaceChildren();
    },
  };
}
