import { digest, digestOf } from '../../lib/digest.ts';
import type { RememberedPage, RememberedPages } from '../../model/content/sync-cache.ts';
import type { KnownEntries } from '../../model/content/sync-state.ts';

// Recognises pages of lists by a digest of their bytes, so that an unchanged page is not parsed
// again. A page is remembered only if all its rows are public and complete, because only then do
// the same bytes always give the same result.

export type PageMemory = ReturnType<typeof createPageMemory>;

/** @param isOff whether to parse every page, even a remembered page */
export function createPageMemory(pages: Readonly<RememberedPages>, now: Date, isOff: boolean) {
  const next: RememberedPages = {};
  const lookUp = (page: string) => (isOff || !Object.hasOwn(pages, page) ? undefined : pages[page]);
  return {
    /**
     * A remembered page, if the current entries were prepared from its rows.
     * @param page digest from `digestPage`
     */
    recall: (page: string, known: KnownEntries) => {
      const remembered = lookUp(page);
      // If the clock was set back to before `since`, the releases may not have been public yet.
      if (!remembered || remembered.since > now.getTime()) return undefined;
      // Older versions of Waymark remembered pages without the creation times of their rows.
      if (remembered.created.length !== remembered.ids.length) return undefined;
      const sources = remembered.ids.map((id) => known.get(id)?.source ?? false);
      if (digestOf(sources, digits) !== remembered.sources) return undefined;
      next[page] = remembered;
      return remembered;
    },
    /** @param sources digest of each entry's inputs by id, in the order of the rows */
    remember: (
      page: string,
      sources: ReadonlyMap<string, string>,
      details: Pick<RememberedPage, 'reduced' | 'created'>,
    ) => {
      const since = Math.min(lookUp(page)?.since ?? now.getTime(), now.getTime());
      const made = digestOf([...sources.values()], digits);
      next[page] = { ids: [...sources.keys()], sources: made, ...details, since };
    },
    /** The pages that this sync saw, to be remembered for the next one. */
    next: () => next,
  };
}

const digits = 32;

/** Digest of a page's bytes and of the settings that affect their meaning. */
export function digestPage(bytes: string, meaning: string): string {
  return digest(`${bytes} ${meaning}`, digits);
}
