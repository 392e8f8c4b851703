import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { parseSiteConfig } from '../config/site-config.ts';
import { createUrls, type Urls } from '../site/base/urls.ts';
import type { Tables } from './_views.ts';

// The pages' input: the settings of a standalone site and Astro's collections. If the changelog is
// mounted in another Astro site, `src/tools/mount/frame/mounted-source.ts` replaces this module.

export const contentDir = import.meta.env.CONTENT_FOLDER;
export const config = parseSiteConfig(
  JSON.parse(import.meta.env.SITE_CONFIG_JSON),
  'site.config.ts',
);
export const urls: Urls = createUrls(import.meta.env.SITE, import.meta.env.BASE_URL);

/**
 * Whether the changelog is part of another site. A mounted changelog leaves out files that can
 * exist only once per origin, such as the sitemap index.
 */
export const isMounted = false as boolean;

export type Rows = Pick<Tables, 'releases' | 'milestones' | 'projects' | 'labels'>;

/** The listings of the content, sorted by id. */
export async function readRows(): Promise<Rows> {
  return {
    releases: await entries('releases'),
    milestones: await entries('milestones'),
    projects: await entries('projects'),
    labels: await entries('labels'),
  };
}

async function entries<K extends CollectionKey>(
  collection: K,
): Promise<CollectionEntry<K>['data'][]> {
  return (await getCollection(collection)).map(({ data }) => data);
}
