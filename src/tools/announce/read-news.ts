import { createCollections } from '../../collections/collections.ts';
import { parseSiteConfig } from '../../config/site-config.ts';
import type { ReleaseEntry, ReleaseListing } from '../../model/content/content.ts';
import { type Correction, changeKey } from '../../model/content/release-log.ts';
import { releaseMark } from '../../model/content/release-mark.ts';
import type { BuildOptions } from '../../render/build-site.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { textOfHtml } from '../../site/base/html/sections.ts';
import { releaseName } from '../../site/base/release-name.ts';
import { stringsFor } from '../../site/base/strings/languages/languages.ts';
import { kindedChanges } from '../../site/base/upgrade-kinds.ts';
import { createUrls, paths } from '../../site/base/urls.ts';
import { readWorkspaceEntry } from '../../store/read/read-for-page.ts';
import { readTables } from '../../store/read/read-tables.ts';
import type { LivePage } from './live-page.ts';

export type NewsOptions = Pick<BuildOptions, 'contentDir' | 'siteUrl' | 'basePath'>;

/** A release, or a correction that needs action. */
export type Item = Awaited<ReturnType<typeof readNews>>[number];

/** What a message says about an item, as plain texts. Webhooks get it as it is. */
export type Announcement = ReturnType<typeof announcementOf> & Partial<LivePage>;

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
  const releases = new Map((await readCollection('releases')).map((one) => [one.id, one]));
  const corrections = (releaseLog?.corrections ?? []).flatMap((correction) => {
    const release = releases.get(correction.release);
    return release && actionKeys(correction).length > 0 ? toItem(release, correction) : [];
  });
  return [...Array.from(releases.values(), (one) => toItem(one)), ...corrections];

  function toItem(one: ReleaseListing, correction?: Correction) {
    const own = projects.filter(({ id }) => id === one.project).map(({ name }) => name);
    const name = [...own, one.version ?? one.title, one.released_at.slice(0, 10)].join(' ');
    // Where the API is the source, publishing sends nothing by itself.
    const isOfApi = (state?.releases[one.id]?.from ?? 'api') === 'api';
    return {
      /** Id of the release; for a correction, followed by `@` and its time. */
      id: correction ? `${one.id}@${correction.at}` : one.id,
      /** An import may give a release another id, but not another name. */
      name: correction ? `${name} @ ${correction.at}` : name,
      /** The time of the release or of the correction, RFC 3339. */
      at: correction?.at ?? one.released_at,
      isCorrection: correction !== undefined,
      url: site.urls.absolute(paths.release(one.slug)),
      /** What the release's page shows once it is live. */
      mark: releaseMark(one),
      isPreRelease: one.is_pre_release,
      /** The targets that somebody chose, which then replace all rules; empty for a quiet release. */
      channels: one.channels ?? (one.announce === false || isOfApi ? [] : undefined),
      projects: own,
      labels: labels.filter(({ id }) => one.labels.includes(id)).map((label) => label.name),
      types: one.changes.flatMap(({ type }) => types.get(type ?? '') ?? []),
      readText: async (): Promise<Announcement> =>
        announcementOf(await readEntry('releases', one.slug), site, correction),
    };
  }
}

const maxItems = 5;

/** @param correction if given, only the changes that it added and that need action are announced */
export function announcementOf(
  entry: ReleaseEntry,
  site: Pick<SiteContext, 'config' | 'strings' | 'workspace' | 'projects' | 'urls'>,
  correction?: Correction,
) {
  const added = correction && actionKeys(correction);
  const all = added
    ? entry.changes
        .filter((change) => added.includes(changeKey(change)))
        .map(({ html }) => ({ kind: 'action', html }))
    : kindedChanges(entry, site);
  const texts = (isAction: boolean) =>
    all
      .filter(({ kind }) => (kind === 'action') === isAction)
      .map(({ html }) => textOfHtml(html))
      .filter((text) => text !== '');
  const [action, others] = [texts(true), texts(false)];
  const own = site.projects.get(entry.project ?? '')?.name;
  // Unlike a page of the site, a channel does not say what was released.
  const { project, title, version } = releaseName(entry, own ?? site.workspace.name);
  return {
    id: entry.id,
    title: [[project, version].filter(Boolean).join(' '), title].filter(Boolean).join(': '),
    version: entry.version,
    project: own,
    url: site.urls.absolute(paths.release(entry.slug)),
    lead: correction ? '' : (entry.summary ?? entry.excerpt),
    /** Changes that need action. These and the others are at most `maxItems`. */
    action: action.slice(0, maxItems),
    others: others.slice(0, Math.max(maxItems - action.length, 0)),
    /** Number of further changes. */
    more: Math.max(action.length + others.length - maxItems, 0),
  };
}

/** Keys of the changes that a correction added and that need action. */
function actionKeys({ parts }: Correction): string[] {
  return parts.flatMap((part) => (part.kind === 'added' && part.action ? part.key : []));
}
