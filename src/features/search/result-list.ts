import { part } from '../../site/shell/part.ts';
import { isExactScore } from './read/rank.ts';
import type { Hit, SearchResult } from './read/search-index.ts';
import { type ItemParts, resultItem, shownPlaces } from './result-item.ts';
import type { ResultText } from './result-text.ts';

/** Number of results shown before the reader asks for more. */
export const firstCount = 10;
/** Number of results that are loaded first, because readers who are still typing need no more. */
const firstAtOnce = 2;

interface CurrentList {
  remaining: Hit[];
  /** Whether the page still shows the previous list instead of this list. */
  isPending: boolean;
  resultOf(hit: Hit): Promise<Result>;
  /** The results that stand for the candidates of a version, by `series.of`. */
  versions: Map<string, Result>;
}

interface Result {
  item: HTMLElement;
  page: ResultText;
  /** The candidates that this result stands for. */
  candidates: ResultText[];
  /** Whether the query is the result's title or version, so that it has an item of its own. */
  isExact: boolean;
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
      const items = await Promise.allSettled(some.map(list.resultOf));
      if (list !== current) return undefined;
      const arrived = items.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      missing += items.length - arrived.length;
      if (list.isPending && arrived.length > 0) place.replaceChildren();
      list.isPending &&= arrived.length === 0;
      const added = show(arrived, list);
      first ??= added;
    }
    more.hidden = list.remaining.length === 0;
    return { first, missing };
  };
  /** Adds results to the page. Returns the first added item. */
  const show = (results: readonly Result[], { versions }: CurrentList) => {
    const added = results.flatMap((one) => {
      if (isPlaced(one, versions, parts)) return [];
      place.append(one.item);
      return one.item;
    });
    return added[0];
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
        resultOf: async (hit) => {
          const page = await hit.text();
          const places = await shownPlaces(page, hit, matches, type);
          const item = resultItem(page, places, matches, parts);
          return { item, page, candidates: [], isExact: isExactScore(hit.score) };
        },
        versions: new Map(),
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

/**
 * Places a result with the others of its version: the final version is shown, and the candidates
 * are listed in it. Returns false if the result needs an item of its own.
 */
function isPlaced(result: Result, versions: CurrentList['versions'], parts: ItemParts): boolean {
  const { series } = result.page;
  if (!series || result.isExact) return false;
  const known = versions.get(series.of);
  if (!known) {
    versions.set(series.of, result);
    return false;
  }
  if (!series.isFinal) {
    known.candidates.push(result.page);
    listCandidates(known, parts);
    return true;
  }
  if (known.page.series?.isFinal) return false;
  result.candidates.push(known.page, ...known.candidates);
  listCandidates(result, parts);
  known.item.replaceWith(result.item);
  versions.set(series.of, result);
  return true;
}

function listCandidates({ item, candidates }: Result, parts: ItemParts): void {
  const list = parts.template('candidates');
  part(list, 'summary').textContent = parts.candidatesWords(candidates.length);
  for (const { href, title } of candidates) {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = title;
    const entry = document.createElement('li');
    entry.append(link);
    part(list, 'ul').append(entry);
  }
  item.querySelector('.found-candidates')?.remove();
  item.append(list);
}
