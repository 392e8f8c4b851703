import type { SiteConfig } from '../config/site-config.ts';
import { finishBody } from '../site/base/html/body.ts';
import { stringsFor } from '../site/base/strings/languages/languages.ts';
import type { Urls } from '../site/base/urls.ts';
import type { CollectionName, Collections, Filter } from './collections.ts';

/** Everything that loaders need of a site. */
interface Site {
  collections: Pick<Collections, 'readCollection' | 'findEntry'>;
  config: Pick<SiteConfig, 'locale'>;
  urls: Pick<Urls, 'href'>;
}

/**
 * A loader for `defineLiveCollection`. An entry's id is its slug. Errors are returned, because Astro
 * would wrap an error that is thrown. Astro needs no schema, because the store validates files.
 */
export function liveLoader<K extends CollectionName>(name: K, { collections, config, urls }: Site) {
  return {
    name: `waymark-${name}`,
    loadCollection: ({ filter }: { filter?: Filter<K> }) =>
      orError(async () => {
        const rows = await collections.readCollection(name, filter);
        return { entries: rows.map((data) => ({ id: data.slug, data })) };
      }),
    loadEntry: ({ filter: { id } }: { filter: { id: string } }) =>
      orError(async () => {
        const data = await collections.findEntry(name, id);
        return (
          data && {
            id: data.slug,
            data,
            /** The HTML that Astro's `render` shows; few pages need it. */
            get rendered() {
              const body = 'body' in data ? data.body : '';
              return { html: finishBody(body, urls.href, stringsFor(config.locale)) };
            },
          }
        );
      }),
  };
}

async function orError<T>(load: () => Promise<T>): Promise<T | { error: Error }> {
  try {
    return await load();
  } catch (error) {
    return { error: error as Error };
  }
}
