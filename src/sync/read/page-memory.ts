import { digest, digestOf } from '../../lib/digest.ts';
import type { RememberedPage, RememberedPages } from '../../model/content/sync-cache.ts';
import type { Known } from '../../model/content/sync-state.ts';

// Takes the bytes of answers by their digests, and what the last sync made of them; says whose rows
// they hold, where that need not be parsed again.
// Only pages whose rows are all public and whole in themselves are remembered, so that the bytes
// say everything that parsing would.
// Never vouches for an entry: what one was made from is compared, each time.

export interface PageMemory {
  /**
   * The rows in an answer, where the content's entries are still made from them.
   * @param page as `pageName` has it
   */
  recall(page: string, known: Readonly<Record<string, Known>>): RememberedPage | undefined;
  /** @param sources by id, in the order of the rows: what an entry of each would be made from */
  remember(
    page: string,
    sources: ReadonlyMap<string, string>,
    told: Pick<RememberedPage, 'reduced' | 'created'>,
  ): void;
  /** What the next sync is to know: the pages that this one came across. */
  next(): RememberedPages;
}

/** @param none whether all pages are to be parsed, whatever is remembered */
export function createPageMemory(
  pages: Readonly<RememberedPages>,
  now: Date,
  none: boolean,
): PageMemory {
  const next: RememberedPages = {};
  const found = (page: string) => (none || !Object.hasOwn(pages, page) ? undefined : pages[page]);
  return {
    recall: (page, known) => {
      const remembered = found(page);
      // What was public then is so at any later time, but not before.
      if (!remembered || remembered.since > now.getTime()) return undefined;
      // Written by an older Waymark, it does not tell when its rows were created.
      if (remembered.created.length !== remembered.ids.length) return undefined;
      const sources = remembered.ids.map((id) => Object.hasOwn(known, id) && known[id]?.source);
      if (digestOf(sources, digits) !== remembered.sources) return undefined;
      next[page] = remembered;
      return remembered;
    },
    remember: (page, sources, told) => {
      const since = Math.min(found(page)?.since ?? now.getTime(), now.getTime());
      const made = digestOf([...sources.values()], digits);
      next[page] = { ids: [...sources.keys()], sources: made, ...told, since };
    },
    next: () => next,
  };
}

const digits = 32;

/** The name of a page: by the digests of its bytes and of all that says what they mean. */
export function pageName(bytes: string, meaning: string): string {
  return digest(`${bytes} ${meaning}`, digits);
}
