import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { parseSiteConfig } from '../config/site-config.ts';
import { createUrls, type Urls } from '../site/base/urls.ts';
import type { Tables } from './_views.ts';

// What the pages are made from: here, the settings of a site of its own and Astro's collections.
// Where they are mounted in another site, a module of that mount stands in the place of this one
// (`src/tools/mount/frame/mounted-source.ts`).

export const contentDir = import.meta.env.CONTENT_FOLDER;
export const config = parseSiteConfig(
  JSON.parse(import.meta.env.SITE_CONFIG_JSON),
  'site.config.ts',
);
export const urls: Urls = createUrls(import.meta.env.SITE, import.meta.env.BASE_URL);

/** Whether what an origin has once, such as an index of all sitemaps, is another site's. */
export const isMounted = false as boolean;

export type Rows = Pick<Tables, 'releases' | 'milestones' | 'projects' | 'labels'>;

/** The light rows, in the order of their ids. */
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
