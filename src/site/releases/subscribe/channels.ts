import type { ReleaseSummary } from '../../../model/content/content.ts';
import { type SiteContext, type SiteFrame, siteTitle } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import { type ChannelHead, stableHead } from '../../feeds/subscription.ts';
import { type Archive, archives } from '../archives.ts';
import { newestFirst } from '../timeline.ts';

/** The releases of a feed. */
export interface Channel extends ChannelHead {
  /** Newest first. */
  releases: ReleaseSummary[];
}

/**
 * The stable channel, the one with pre-releases, and one for every archive that has releases. Those
 * of projects, labels and types hold stable releases only; those of a year, and of pre-releases, all
 * releases of their page.
 */
export function channels(releases: Iterable<ReleaseSummary>, site: SiteContext): Channel[] {
  const all = newestFirst(releases);
  const parts = archives(all, site).flatMap((archive) => {
    const head = archiveHead(archive, site);
    if (!head) return [];
    const holdsAll = archive.kind === 'year' || archive.kind === 'pre-release';
    return [{ ...head, releases: archive.releases.filter((one) => holdsAll || isStable(one)) }];
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

/** The channel of an archive; undefined if the archive is empty. */
export function archiveHead(
  { kind, key, name, path, releases }: Archive,
  site: SiteFrame,
): ChannelHead | undefined {
  if (releases.length === 0) return undefined;
  return { kind, key, name, title: `${siteTitle(site)}: ${name}`, folder: path, page: path };
}

function isStable({ is_pre_release }: ReleaseSummary): boolean {
  return !is_pre_release;
}
