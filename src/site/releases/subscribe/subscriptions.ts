import { type SiteFrame, siteName } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import {
  type Alternate,
  alternates,
  type Subscription,
  subscription,
} from '../../feeds/subscription.ts';
import type { Archive } from '../archives.ts';
import { allHead, archiveHead, type Channel } from './channels.ts';

export interface Subscriptions {
  /** Those of the whole site. */
  main: { kind: 'stable' | 'all' | 'roadmap' | 'moves'; feed: Subscription }[];
  /** Those of its parts, where there are any. */
  groups: { kind: 'project' | 'label' | 'type'; feeds: Subscription[] }[];
}

/** A document for programs, as the page about subscribing lists it. */
export interface ProgramDocument {
  /** Below the base. */
  path: string;
  /** What it contains. */
  text: string;
}

/** Every feed there is. */
export function subscriptions(channels: readonly Channel[], site: SiteFrame): Subscriptions {
  const ofKind = (wanted: Channel['kind']) =>
    channels.filter(({ kind }) => kind === wanted).map(subscription);
  const main = (['stable', 'all'] as const).flatMap((kind) =>
    ofKind(kind).map((feed) => ({ kind, feed })),
  );
  const roadmap = [
    { kind: 'roadmap' as const, feed: roadmapSubscription(site) },
    { kind: 'moves' as const, feed: movesSubscription(site) },
  ];
  const groups = (['project', 'label', 'type'] as const).map((kind) => ({
    kind,
    feeds: ofKind(kind),
  }));
  return {
    main: site.config.show.roadmap ? [...main, ...roadmap] : main,
    groups: groups.filter(({ feeds }) => feeds.length > 0),
  };
}

/** What moves on the roadmap. */
export function movesSubscription(site: SiteFrame): Subscription {
  const folder = paths.roadmapChanges();
  const name = site.strings.story.title;
  const title = `${siteName(site)}: ${name}`;
  return subscription({ name, title, page: folder, folder });
}

export function roadmapSubscription(site: SiteFrame): Subscription {
  const folder = paths.roadmap();
  const title = site.strings.roadmapTitle(siteName(site));
  return subscription({ name: site.strings.roadmap, title, page: folder, folder });
}

/** What the changelog's own pages announce beside that. */
export function allAlternates(site: SiteFrame): Alternate[] {
  return alternates(subscription(allHead(site)));
}

/** What an archive's pages announce: its own channel, or the one that holds pre-releases. */
export function archiveAlternates(archive: Archive, site: SiteFrame): Alternate[] {
  if (archive.kind === 'pre-release') return allAlternates(site);
  const head = archiveHead(archive, site);
  return head ? alternates(subscription(head)) : [];
}

/** The Markdown version of a page. */
export function markdownAlternate(page: string): Alternate {
  return { type: 'text/markdown', title: 'Markdown', path: paths.markdown(page) };
}
