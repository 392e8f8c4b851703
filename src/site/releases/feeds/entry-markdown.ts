import type { List, PhrasingContent, RootContent } from 'mdast';
import type { MilestoneEntry, ReleaseEntry } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { paths } from '../../base/urls.ts';
import {
  fromHtml,
  heading,
  link,
  list,
  paragraph,
  text,
  writeMarkdown,
} from '../../feeds/markdown/markdown.ts';
import { milestoneHistory } from '../../roadmap/milestone-history.ts';
import type { MilestoneStory } from '../../roadmap/milestone-story.ts';
import { milestoneView } from '../../roadmap/milestone-view.ts';
import { type ReleaseView, releaseView } from '../release-view.ts';
import { attachmentsHtml, releaseHtml, standalone } from './item-html.ts';
import { elsewhere } from './release-item.ts';

// Releases and milestones as Markdown, for whoever reads text alone: dates are absolute and links
// whole, so that any part of it can stand elsewhere.

/** `/releases/<slug>.md` */
export function releaseMarkdown(entry: ReleaseEntry, site: SiteContext): string {
  return writeMarkdown(releaseBlocks(entry, site));
}

/** `/roadmap/<slug>.md` */
export function milestoneMarkdown(
  entry: MilestoneEntry,
  story: MilestoneStory,
  site: SiteContext,
): string {
  return writeMarkdown(milestoneBlocks(entry, story, site));
}

/** All of a release. @param level of its title's heading */
export function releaseBlocks(entry: ReleaseEntry, site: SiteContext, level = 1): RootContent[] {
  const view = releaseView(entry, elsewhere(site));
  return [
    heading(level, [text(entry.title)]),
    releaseFacts(view, site),
    ...(entry.summary ? [paragraph([text(entry.summary)])] : []),
    ...fromHtml(releaseHtml(view, site.strings), level - 1),
  ];
}

/** A release as a history tells it: its changes and what it was about, with a link to all of it. */
export function releaseOutline(
  entry: ReleaseEntry,
  site: SiteContext,
  level: number,
): RootContent[] {
  const view = releaseView(entry, elsewhere(site));
  const changes = view.changes.flatMap(({ type, items }) => [
    heading(level + 1, [text(type.name)]),
    list(items.map(({ html }) => fromHtml(html, level - 1))),
  ]);
  const all = site.urls.absolute(paths.markdown(paths.release(entry.slug)));
  return [
    heading(level, [link(all, entry.title)]),
    releaseFacts(view, site),
    ...(view.description ? [paragraph([text(view.description)])] : []),
    ...changes,
  ];
}

/** All of a milestone. @param story with whole addresses @param level of its title's heading */
export function milestoneBlocks(
  entry: MilestoneEntry,
  story: MilestoneStory,
  site: SiteContext,
  level = 1,
): RootContent[] {
  const { strings } = site;
  const view = milestoneView(entry, elsewhere(site));
  const html = standalone(view.html, view.href) + attachmentsHtml(view.attachments, strings);
  return [
    heading(level, [text(entry.title)]),
    facts([
      [strings.status, view.status.name],
      ...milestoneHistory(view.dates, story.moves, strings).map(
        ({ term, date }): Fact => [term, date.text],
      ),
      [strings.archives.project.kind, view.project],
      [strings.labels, view.labels.map(({ name }) => name).join(', ')],
      [strings.webPage, link(view.href)],
    ]),
    ...fromHtml(html, level - 1),
    ...shippedIn(story, site, level + 1),
  ];
}

function shippedIn(
  { shipped }: MilestoneStory,
  { strings }: SiteContext,
  level: number,
): RootContent[] {
  if (shipped.length === 0) return [];
  const items = shipped.map(({ title, href, detail }) => [
    paragraph([link(href, title), ...(detail ? [text(`: ${detail}`)] : [])]),
  ]);
  return [heading(level, [text(strings.story.shippedIn)]), list(items)];
}

function releaseFacts(view: ReleaseView, { strings }: SiteContext): List {
  return facts([
    [strings.released, view.date.text],
    [strings.edited, view.edited?.text],
    [strings.version, view.version],
    [strings.preRelease, view.isPreRelease ? strings.yes : undefined],
    [strings.archives.project.kind, view.project],
    [strings.labels, view.labels.map(({ name }) => name).join(', ')],
    [strings.by, view.contributors.map(({ name }) => name).join(', ')],
    [strings.webPage, link(view.href)],
  ]);
}

type Fact = [term: string, value: string | PhrasingContent | null | undefined];

/** What is known of them, one a line. */
function facts(known: readonly Fact[]): List {
  return list(
    known.flatMap(([term, value]) => {
      if (!value) return [];
      const told =
        typeof value === 'string' ? [text(`${term}: ${value}`)] : [text(`${term}: `), value];
      return [[paragraph(told)]];
    }),
  );
}
