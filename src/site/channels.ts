import type { ReleaseSummary } from '../model/content.ts';
import { type SiteContext, type SiteFrame, siteTitle } from './context.ts';
import { newestFirst } from './timeline.ts';
import { paths } from './urls.ts';

/** What a channel tells of. */
export interface ChannelHead {
  kind: 'stable' | 'all' | 'project' | 'label' | 'type';
  /** What tells it from the others of its kind: an id of the API where there is one. */
  key: string;
  /** What it is called among its kind, such as "Speed". */
  name: string;
  /** Such as "Waymark Changelog: Speed". */
  title: string;
  /** Where its documents lie: a path below the base; empty for the stable channel. */
  folder: string;
  /** Path of the page that shows the same releases. */
  page: string;
}

/** Some of the releases, to be subscribed to. */
export interface Channel extends ChannelHead {
  /** All of them, newest first. */
  releases: ReleaseSummary[];
}

/** Keys that a release stands under, such as the ids of its labels. */
type KeysOf = (release: ReleaseSummary) => readonly (string | null)[];

/**
 * The stable channel, the one with pre-releases, and one for every project, label and type that
 * has releases. Those hold stable releases alone: pre-releases come to whoever asks for them.
 */
export function channels(releases: Iterable<ReleaseSummary>, site: SiteContext): Channel[] {
  const all = newestFirst(releases);
  const parts: [ChannelHead[], KeysOf][] = [
    [projectHeads(site), ({ project }) => [project]],
    [labelHeads(site), ({ labels }) => labels],
    [typeHeads(site), ({ changes }) => changes.map(({ type }) => type)],
  ];
  return [
    { ...stableHead(site), releases: all.filter(isStable) },
    { ...allHead(site), releases: all },
    ...parts.flatMap(([heads, keysOf]) => {
      const found = grouped(all, keysOf);
      return heads.flatMap((head) => {
        const own = found.get(head.key);
        return own ? [{ ...head, releases: own.filter(isStable) }] : [];
      });
    }),
  ];
}

export function stableHead(site: SiteFrame): ChannelHead {
  const { stable } = site.strings.feeds;
  const title = siteTitle(site);
  return { kind: 'stable', key: '', name: stable, title, folder: '', page: paths.home() };
}

export function allHead(site: SiteFrame): ChannelHead {
  const { all } = site.strings.feeds;
  const head = partHead('all', '', all, paths.all(), site);
  return { ...head, page: paths.home() };
}

function projectHeads(site: SiteContext): ChannelHead[] {
  return [...site.projects.values()].map(({ id, slug, name }) =>
    partHead('project', id, name, paths.project(slug), site),
  );
}

function labelHeads(site: SiteContext): ChannelHead[] {
  return [...site.labels.values()].map(({ id, slug, name }) =>
    partHead('label', id, name, paths.label(slug), site),
  );
}

function typeHeads(site: SiteContext): ChannelHead[] {
  return site.workspace.change_types.map(({ slug, title }) =>
    partHead('type', slug, title, paths.type(slug), site),
  );
}

function partHead(
  kind: ChannelHead['kind'],
  key: string,
  name: string,
  folder: string,
  site: SiteFrame,
): ChannelHead {
  return { kind, key, name, title: `${siteTitle(site)}: ${name}`, folder, page: folder };
}

function isStable({ is_pre_release }: ReleaseSummary): boolean {
  return !is_pre_release;
}

/** The releases under every key that they have, each once, in their order. */
function grouped(
  releases: readonly ReleaseSummary[],
  keysOf: KeysOf,
): Map<string | null, ReleaseSummary[]> {
  const found = new Map<string | null, ReleaseSummary[]>();
  for (const release of releases)
    for (const key of new Set(keysOf(release))) {
      const group = found.get(key);
      if (group) group.push(release);
      else found.set(key, [release]);
    }
  return found;
}
