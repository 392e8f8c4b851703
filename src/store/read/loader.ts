import type { Loader } from 'astro/loaders';
import { type Listings, readListings } from './listings.ts';

/**
 * Creates loaders for Astro's collections. They store rows without bodies, because storing all
 * bodies would double the time of a build; pages read each body by the entry's slug. Concurrent
 * loads read the folder only once.
 */
export function contentLoaders(contentDir: string): (name: keyof Listings) => Loader {
  let reading: Promise<Listings> | undefined;
  const read = async () => (await readListings(contentDir)).listings;
  return (name) => ({
    name: `waymark-${name}`,
    load: async ({ store }) => {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      const rows = (await reading)[name];
      store.clear();
      for (const row of rows) store.set({ id: row.id, data: row });
    },
  });
}
