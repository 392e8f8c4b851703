import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import type { SiteContext } from '../site/context.ts';
import { english } from '../site/strings.ts';
import { createUrls } from '../site/urls.ts';
import { readWorkspace } from '../store/read-for-page.ts';

export const contentDir = import.meta.env.CONTENT_DIR;
export const urls = createUrls(import.meta.env.SITE, import.meta.env.BASE_URL);
export const strings = english;

/** The site's frame, for pages that show no entries. */
export const workspace = await readWorkspace(contentDir);

/** What every view is made with. Called by `getStaticPaths` alone. */
export async function siteContext(): Promise<SiteContext> {
  const [projects, labels] = await Promise.all([entries('projects'), entries('labels')]);
  return {
    workspace,
    projects: new Map(projects.map((one) => [one.id, one])),
    labels: new Map(labels.map((one) => [one.id, one])),
    urls,
    strings,
  };
}

/** The light rows of a collection. Called by `getStaticPaths` alone. */
export async function entries<K extends CollectionKey>(
  collection: K,
): Promise<CollectionEntry<K>['data'][]> {
  return (await getCollection(collection)).map(({ data }) => data);
}
