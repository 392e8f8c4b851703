import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { parseSiteConfig } from '../model/site-config.ts';
import type { SiteContext, SiteFrame } from '../site/context.ts';
import { type ListedRelease, listedRelease } from '../site/listed-release.ts';
import { stringsFor } from '../site/strings/strings.ts';
import { createUrls } from '../site/urls.ts';
import { readRelease, readWorkspace } from '../store/read-for-page.ts';

export const contentDir = import.meta.env.CONTENT_DIR;
const config = parseSiteConfig(JSON.parse(import.meta.env.SITE_CONFIG_JSON), 'site.config.ts');

/** For pages that show no entries. */
export const frame: SiteFrame = {
  workspace: await readWorkspace(contentDir),
  config,
  urls: createUrls(import.meta.env.SITE, import.meta.env.BASE_URL),
  strings: stringsFor(config.locale),
};

/** What every view is made with. Called by `getStaticPaths` alone. */
export async function siteContext(): Promise<SiteContext> {
  const [projects, labels] = await Promise.all([entries('projects'), entries('labels')]);
  return {
    ...frame,
    projects: new Map(projects.map((one) => [one.id, one])),
    labels: new Map(labels.map((one) => [one.id, one])),
  };
}

/** The light rows of a collection. Called by `getStaticPaths` alone. */
export async function entries<K extends CollectionKey>(
  collection: K,
): Promise<CollectionEntry<K>['data'][]> {
  return (await getCollection(collection)).map(({ data }) => data);
}

/** Releases with their bodies, as pages list them. */
export function listedViews(
  releases: readonly { slug: string }[],
  site: SiteContext,
): Promise<ListedRelease[]> {
  return Promise.all(
    releases.map(async ({ slug }) => listedRelease(await readRelease(contentDir, slug), site)),
  );
}
