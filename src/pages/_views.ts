import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import type { MilestoneRow, ReleaseRow } from '../model/content.ts';
import { parseSiteConfig } from '../model/site-config.ts';
import { type Archive, archives } from '../site/archives.ts';
import { type CacheKeys, createCacheKeys } from '../site/cache-key.ts';
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

/** What pages are planned from. */
export interface Views {
  /** What every view is made with. */
  site: SiteContext;
  releases: ReleaseRow[];
  milestones: MilestoneRow[];
  archives: Archive[];
  keys: CacheKeys;
}

let planned: Promise<Views> | undefined;

/** Called by `getStaticPaths` alone. Made once a build: only a server in development sees changes. */
export function views(): Promise<Views> {
  if (import.meta.env.DEV) return planViews();
  planned ??= planViews();
  return planned;
}

async function planViews(): Promise<Views> {
  const [releases, milestones, projects, labels] = await Promise.all([
    entries('releases'),
    entries('milestones'),
    entries('projects'),
    entries('labels'),
  ]);
  const site: SiteContext = {
    ...frame,
    projects: new Map(projects.map((one) => [one.id, one])),
    labels: new Map(labels.map((one) => [one.id, one])),
  };
  const keys = createCacheKeys(site, { releases, milestones });
  return { site, releases, milestones, archives: archives(releases, site), keys };
}

async function entries<K extends CollectionKey>(
  collection: K,
): Promise<CollectionEntry<K>['data'][]> {
  return (await getCollection(collection)).map(({ data }) => data);
}

/** A release in a list: its key, and what it shows, made once it is asked for. */
export interface ListedEntry {
  of: string;
  view(): Promise<ListedRelease>;
}

export function listed(
  releases: readonly { id: string; slug: string }[],
  { site, keys }: Pick<Views, 'site' | 'keys'>,
): ListedEntry[] {
  return releases.map((one) => ({
    of: keys.release(one),
    view: async () => listedRelease(await readRelease(contentDir, one.slug), site),
  }));
}
