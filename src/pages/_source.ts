import { getLiveCollection, getLiveEntry } from 'astro:content';
import type { CollectionName, Entries, Filter, Rows } from '../collections/collections.ts';

// The pages' input: the settings and content of a standalone site. If the changelog is mounted in
// another Astro site, `src/tools/mount/mirrored-pages.ts` replaces this module.

export { collections, config, contentDir, urls } from '../collections/site-collections.ts';
export { readWorkspaceEntry } from '../store/read/read-for-page.ts';
export { readTable } from '../store/read/read-tables.ts';

/**
 * Whether the changelog is part of another site. A mounted changelog leaves out files that can
 * exist only once per origin, such as the sitemap index.
 */
export const isMounted = false as boolean;

/** The rows of a collection, sorted by id. @throws WaymarkError that names a damaged file */
export async function readCollection<K extends CollectionName>(
  name: K,
  filter?: Filter<K>,
): Promise<Rows[K][]> {
  const { entries, error } = await getLiveCollection(name, filter);
  if (!entries) throw error;
  return entries.map(({ data }) => data);
}

/** A whole entry. @throws WaymarkError if it is damaged, and Astro's error if it is missing */
export async function readEntry<K extends CollectionName>(
  name: K,
  slug: string,
): Promise<Entries[K]> {
  const { entry, error } = await getLiveEntry(name, slug);
  if (!entry) throw error;
  return entry.data;
}
