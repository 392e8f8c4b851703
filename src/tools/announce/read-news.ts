import { createCollections } from '../../collections/collections.ts';
import { parseSiteConfig } from '../../config/site-config.ts';
import type { ReleaseListing } from '../../model/content/content.ts';
import { releaseMark } from '../../model/content/release-mark.ts';
import type { BuildOptions } from '../../render/build-site.ts';
import { stringsFor } from '../../site/base/strings/languages/languages.ts';
import { createUrls } from '../../site/base/urls.ts';
import { readWorkspaceEntry } from '../../store/read/read-for-page.ts';
import { readTables } from '../../store/read/read-tables.ts';
import { type Announcement, announcementOf } from './messages/announcement.ts';
import type { Item } from './plan.ts';

export type NewsOptions = Pick<BuildOptions, 'contentDir' | 'siteUrl' | 'basePath'>;

/** Reads what can be announced: releases, and corrections that need action. */
export async function readNews({ contentDir, siteUrl, basePath }: NewsOptions) {
  const config = parseSiteConfig({}, 'site.config.ts');
  const { readCollection, readEntry } = createCollections(contentDir, config);
  const { projects, labels, releaseLog, state } = await readTables(contentDir);
  const site = {
    config,
    strings: stringsFor(config.locale),
    urls: createUrls(siteUrl, basePath),
    workspace: await readWorkspaceEntry(contentDir),
    projects: new Map(projects.map((one) => [one.id, one])),
  };
  const types = new Map(site.workspace.change_types.map(({ slug, title }) => [slug, title]));
  const releases = new Map((await readCollection('releases')).map((one) => [one.id, toItem(one)]));
  const corrections = (releaseLog?.corrections ?? []).flatMap((correction): Item[] => {
    const { release, at, parts } = correction;
    const item = releases.get(release);
    if (!item || !parts.some((part) => part.kind === 'added' && part.action)) return [];
    return [{ ...item, id: `${release}@${at}`, name: `${item.name} @ ${at}`, at, correction }];
  });
  return {
    items: [...releases.values(), ...corrections],
    readText: async ({ slug, correction }: Item): Promise<Announcement> =>
      announcementOf(await readEntry('releases', slug), site, correction),
  };

  function toItem(one: ReleaseListing): Item {
    const own = projects.filter(({ id }) => id === one.project).map(({ name }) => name);
    const day = one.released_at.slice(0, 10);
    // Where the API is the source, publishing sends nothing by itself.
    const isOfApi = (state?.releases[one.id]?.from ?? 'api') === 'api';
    return {
      id: one.id,
      slug: one.slug,
      mark: releaseMark(one),
      name: [...own, one.version ?? one.title, day].join(' '),
      at: one.released_at,
      isPreRelease: one.is_pre_release,
      channels: one.channels ?? (one.announce === false || isOfApi ? [] : undefined),
      projects: own,
      labels: labels.filter(({ id }) => one.labels.includes(id)).map(({ name }) => name),
      types: one.changes.flatMap(({ type }) => types.get(type ?? '') ?? []),
    };
  }
}
