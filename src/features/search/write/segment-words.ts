import { pageWords } from '../positions.ts';
import type { PagePositions } from '../postings.ts';
import type { SearchPage } from '../search-page.ts';

/** For each key the pages that contain it, with positions. */
type Pages = Map<string, PagePositions[]>;

export function segmentWords(pages: readonly SearchPage[]) {
  // Keys of filters have a kind and a slug, such as `project:web`.
  const all: Record<'words' | 'filters', Pages> = { words: new Map(), filters: new Map() };
  for (const [number, page] of pages.entries()) {
    const { words, types } = pageWords(page);
    for (const [word, positions] of words) add(all.words, word, [number, positions]);
    for (const filter of new Set(page.filters)) add(all.filters, filter, [number, []]);
    for (const [type, range] of types) add(all.filters, `type:${type}`, [number, range]);
  }
  return all;
}

function add(all: Pages, key: string, page: PagePositions): void {
  const known = all.get(key);
  if (known) known.push(page);
  else all.set(key, [page]);
}
