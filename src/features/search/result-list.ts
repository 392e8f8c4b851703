import { part } from '../../site/shell/part.ts';
import type { Hit, SearchResult } from './read/search-index.ts';
import { type ItemParts, resultItem } from './result-item.ts';

/** Number of results shown before the reader asks for more. */
export const firstCount = 10;
/** Number of results that are loaded first, because readers who are still typing need no more. */
const firstAtOnce = 2;

interface CurrentList {
  remaining: Hit[];
  /** Whether the page still shows the previous list instead of this list. */
  isPending: boolean;
  itemOf(hit: Hit): Promise<HTMLElement>;
}

export function resultList(root: HTMLElement, parts: ItemParts) {
  const [place, more] = [part(root, '[data-results]'), part(root, '[data-more]')];
  let current: CurrentList | undefined;

  /** Returns the first added item, and how many results could not be loaded. */
  const add = async (count: number) => {
    const list = current;
    if (!list) return undefined;
    const hits = list.remaining.splice(0, count);
    let first: HTMLElement | undefined;
    let missing = 0;
    for (const some of [hits.slice(0, firstAtOnce), hits.slice(firstAtOnce)]) {
      const items = await Promise.allSettled(some.map(list.itemOf));
      if (list !== current) return undefined;
      const arrived = items.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      missing += items.length - arrived.length;
      first ??= arrived[0];
      if (list.isPending && first) place.replaceChildren();
      list.isPending &&= !first;
      place.append(...arrived);
    }
    more.hidden = list.remaining.length === 0;
    return { first, missing };
  };
  more.addEventListener('click', async () => {
    const added = await add(firstCount);
    added?.first?.querySelector('a')?.focus();
  });
  const stop = () => {
    current = undefined;
    more.hidden = true;
  };
  return {
    /**
     * Replaces the list with the first `count` results.
     * @returns how many results could not be loaded; undefined if the list is stopped or replaced
     * while results load
     */
    show: async ({ hits, matches }: SearchResult, type: string | undefined, count: number) => {
      stop();
      current = {
        remaining: [...hits],
        isPending: true,
        itemOf: async (hit) => resultItem(await hit.text(), hit, matches, type, parts),
      };
      return (await add(count))?.missing;
    },
    /** Stops loading. The list stays as it is. */
    stop,
    clear: () => {
      stop();
      place.replaceChildren();
    },
  };
}
