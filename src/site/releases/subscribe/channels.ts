import type { ReleaseSummary } from '../../../model/content/content.ts';
import { type SiteFrame, siteTitle } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import { partKinds, placeOf } from '../../feeds/part-place.ts';
import { type ChannelHead, stableHead } from '../../feeds/subscription.ts';
import type { Archive } from '../archives.ts';
import { newestFirst } from '../timeline.ts';

/** A channel with its releases. */
export interface Channel extends ChannelHead {
  /** Newest first. */
  releases: ReleaseSummary[];
}

/**
 * The channel of stable releases, the channel of all releases, and channels for every archive that
 * has releases. Each year and the archive of pre-releases have one channel with all their releases.
 * Each project, label or type has a channel with its stable releases, and a second channel with all
 * its releases if it has pre-releases.
 * @param archives of the same releases
 */
export function channels(
  releases: Iterable<ReleaseSummary>,
  archives: readonly Archive[],
  site: SiteFrame,
): Channel[] {
  const all = newestFirst(releases);
  const parts = archives.flatMap((archive) => {
    const list = listHead(archive, site);
    if (!list) return [];
    const whole = { ...list, releases: archive.releases };
    if (!list.withPreReleases) return [whole];
    return [{ ...archiveHead(archive, site), releases: archive.releases.filter(isStable) }, whole];
  });
  return [
    { ...stableHead(site), releases: all.filter(isStable) },
    { ...allHead(site), releases: all },
    ...parts,
  ];
}

export function allHead(site: SiteFrame): ChannelHead {
  const name = site.strings.feeds.all;
  const title = `${siteTitle(site)}: ${name}`;
  return { kind: 'all', key: '', name, title, folder: paths.all(), page: paths.home() };
}

/**
 * The channel with exactly the releases that an archive lists; undefined if the archive is empty.
 */
export function listHead(archive: Archive, site: SiteFrame): ChannelHead | undefined {
  const { kind, releases } = archive;
  if (releases.length === 0) return undefined;
  const head = archiveHead(archive, site);
  if (kind === 'year' || kind === 'pre-release' || releases.every(isStable)) return head;
  const title = `${head.title}: ${site.strings.feeds.all}`;
  return { ...head, title, folder: paths.all(head.folder), withPreReleases: true };
}

/** The channel of the stable releases that an archive lists, or of all of a year or of pre-releases. */
export function archiveHead(archive: Archive, site: SiteFrame): ChannelHead {
  const { kind, key, slug, name, path } = archive;
  const part = partKinds.find((one) => one === kind);
  const place = part && placeOf(part, slug);
  return { kind, key, name, title: `${siteTitle(site)}: ${name}`, folder: path, page: path, place };
}

function isStable({ is_pre_release }: ReleaseSummary): boolean {
  return !is_pre_release;
}
