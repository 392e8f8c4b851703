import type { List, RootContent } from 'mdast';
import type { ReleaseEntry } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { fullName } from '../../base/release-name.ts';
import { paths } from '../../base/urls.ts';
import { facts } from '../../feeds/markdown/facts.ts';
import {
  fromHtml,
  heading,
  link,
  list,
  paragraph,
  text,
  writeMarkdown,
} from '../../feeds/markdown/markdown.ts';
import { type ReleaseView, releaseView } from '../release-view.ts';
import { boundedHtml, releaseHtml } from './item-html.ts';
import { withAbsoluteUrls } from './release-item.ts';

// Writes releases as Markdown. Dates and links are absolute, so that any part can be quoted
// elsewhere.

/** `/releases/<slug>.md` */
export function releaseMarkdown(entry: ReleaseEntry, site: SiteContext): string {
  return writeMarkdown(releaseBlocks(entry, site));
}

/**
 * A whole release. In a document with many, where its level is lower, a text that is too long for a
 * feed is cut, with a link to all of it.
 * @param level level of its title's heading
 */
export function releaseBlocks(entry: ReleaseEntry, site: SiteContext, level = 1): RootContent[] {
  const view = releaseView(entry, withAbsoluteUrls(site));
  const html = releaseHtml(view, site.strings);
  return [
    heading(level, [text(fullName(entry, site))]),
    releaseFacts(view, site),
    ...(entry.summary ? [paragraph([text(entry.summary)])] : []),
    ...fromHtml(level === 1 ? html : boundedHtml(html, view, site.strings), level - 1),
  ];
}

/**
 * A short form of a release, for documents with many releases: its description and changes, with a
 * link to the whole text.
 */
export function releaseOutline(
  entry: ReleaseEntry,
  site: SiteContext,
  level: number,
): RootContent[] {
  const view = releaseView(entry, withAbsoluteUrls(site));
  const changes = view.changes.flatMap(({ type, items }) => [
    heading(level + 1, [text(type.name)]),
    list(items.map(({ html }) => fromHtml(html, level - 1))),
  ]);
  const all = site.urls.absolute(paths.markdown(paths.release(entry.slug)));
  return [
    heading(level, [link(all, fullName(entry, site))]),
    releaseFacts(view, site),
    ...(view.description ? [paragraph([text(view.description)])] : []),
    ...changes,
  ];
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
