import type { ReleaseSummary } from '../../../model/content/content.ts';
import { type SiteContext, type SiteFrame, siteTitle } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import { type ChannelHead, stableHead } from '../../feeds/subscription.ts';
import { type Archive, archives } from '../archives.ts';
import { newestFirst } from '../timeline.ts';

/** Some of the releases, to be subscribed to. */
export interface Channel extends ChannelHead {
  /** All of them, newest first. */
  releases: ReleaseSummary[];
}

/**
 * The stable channel, the one with pre-releases, and one for every project, label and type that
 * has releases. Those hold stable releases alone: pre-releases come to whoever asks for them.
 */
export function channels(releases: Iterable<ReleaseSummary>, site: SiteContext): Channel[] {
  const all = newestFirst(releases);
  const parts = archives(all, site).flatMap((archive) => {
    const head = archiveHead(archive, site);
    return head ? [{ ...head, releases: archive.releases.filter(isStable) }] : [];
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

/** The channel of an archive; undefined where it has none of its own, or nothing to tell. */
export function archiveHead(
  { kind, key, name, path, releases }: Archive,
  site: SiteFrame,
): ChannelHead | undefined {
  if (kind === 'year' || kind === 'pre-release' || releases.length === 0) return undefined;
  return { kind, key, name, title: `${siteTitle(site)}: ${name}`, folder: path, page: path };
}

function isStable({ is_pre_release }: ReleaseSummary): boolean {
  return !is_pre_release;
}
