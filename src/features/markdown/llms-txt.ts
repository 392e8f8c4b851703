import type { RootContent } from 'mdast';
import type {
  MilestoneEntry,
  MilestoneSummary,
  ReleaseEntry,
  ReleaseSummary,
} from '../../model/content/content.ts';
import { type SiteContext, siteTitle } from '../../site/base/context.ts';
import { dateView } from '../../site/base/dates.ts';
import { displayName, fullName } from '../../site/base/release-name.ts';
import { paths } from '../../site/base/urls.ts';
import {
  heading,
  link,
  list,
  paragraph,
  text,
  writeMarkdown,
} from '../../site/feeds/markdown/markdown.ts';
import { releaseBlocks } from '../../site/releases/feeds/entry-markdown.ts';
import { milestoneBlocks } from '../../site/roadmap/feeds/milestone-markdown.ts';
import type { MilestoneLog } from '../../site/roadmap/milestone-log.ts';

/**
 * `/changelog.md` or one of its archives: releases with their whole texts, newest first. `convert
 * changelog` reads it.
 * @param older name of the archive with the next older releases
 */
export function changelogMarkdown(
  releases: readonly ReleaseEntry[],
  older: string | undefined,
  site: SiteContext,
): string {
  const address = older && site.urls.absolute(paths.changelogMarkdown(older));
  return writeMarkdown([
    ...opening(site),
    ...releases.flatMap((one) => releaseBlocks(one, site, 2)),
    ...(address ? [paragraph([link(address, site.strings.older)])] : []),
  ]);
}

/** `/llms-full.txt`: the full texts of the newest releases and of all milestones. */
export function llmsFull(
  releases: readonly ReleaseEntry[],
  milestones: readonly MilestoneEntry[],
  logOf: (milestone: MilestoneEntry) => MilestoneLog,
  site: SiteContext,
): string {
  const { strings } = site;
  return writeMarkdown([
    ...opening(site),
    ...releases.flatMap((one) => releaseBlocks(one, site, 2)),
    ...(milestones.length > 0 ? [heading(1, [text(strings.roadmap)])] : []),
    ...milestones.flatMap((one) => milestoneBlocks(one, logOf(one), site, 2)),
  ]);
}

/** `/llms.txt` (llmstxt.org): an index of links to Markdown. */
export function llms(
  releases: readonly ReleaseSummary[],
  milestones: readonly MilestoneSummary[],
  site: SiteContext,
): string {
  const { strings, urls } = site;
  const files = [
    [paths.changelogMarkdown(), strings.feeds.historyText],
    [paths.llmsFull(), strings.feeds.fullText],
    [paths.changelogJson(), `JSON: ${strings.feeds.historyText}`],
    [paths.latestJson(), `JSON: ${strings.feeds.latestText}`],
    [paths.atom(paths.all()), 'Atom'],
    ...(site.config.show.roadmap
      ? ([[paths.atom(paths.roadmapChanges()), `Atom: ${strings.story.feedText}`]] as const)
      : []),
  ] as const;
  return writeMarkdown([
    ...opening(site),
    ...section(
      strings.changelog,
      releases.map((one) => releaseLine(one, site)),
    ),
    ...section(
      strings.roadmap,
      milestones.map((one) => milestoneLine(one, site)),
    ),
    // llmstxt.org reserves the heading "Optional" for links that may be skipped.
    ...section(
      'Optional',
      files.map(([path, note]) => line(urls.absolute(path), path, note)),
    ),
  ]);
}

function releaseLine(release: ReleaseSummary, site: SiteContext): RootContent[] {
  const { slug, summary, is_pre_release } = release;
  const early = is_pre_release ? site.strings.preRelease : null;
  const { version } = displayName(release, site);
  const facts = [dateView(release, site).text, version, early].filter((fact) => fact != null);
  const note = [facts.join(', '), summary ?? ''].filter((part) => part !== '').join('. ');
  return line(markdownOf(paths.release(slug), site), fullName(release, site), note);
}

function milestoneLine(
  { slug, title, status }: MilestoneSummary,
  site: SiteContext,
): RootContent[] {
  return line(markdownOf(paths.milestone(slug), site), title, status);
}

function markdownOf(page: string, { urls }: SiteContext): string {
  return urls.absolute(paths.markdown(page));
}

function line(url: string, title: string, note: string | null): RootContent[] {
  return [paragraph([link(url, title), ...(note ? [text(`: ${note}`)] : [])])];
}

function section(title: string, lines: readonly RootContent[][]): RootContent[] {
  return lines.length > 0 ? [heading(2, [text(title)]), list(lines)] : [];
}

function opening(site: SiteContext): RootContent[] {
  const { description } = site.config;
  const quote = { type: 'blockquote' as const, children: [paragraph([text(description ?? '')])] };
  return [heading(1, [text(siteTitle(site))]), ...(description ? [quote] : [])];
}
