import type { List, RootContent } from 'mdast';
import type { ReleaseEntry } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { displayName, fullName } from '../../base/release-name.ts';
import { facts } from '../../feeds/markdown/facts.ts';
import {
  fromHtml,
  heading,
  link,
  paragraph,
  text,
  writeMarkdown,
} from '../../feeds/markdown/markdown.ts';
import type { ReleaseView } from '../release-view.ts';
import { boundedHtml } from './item-html.ts';
import { absoluteRelease } from './release-item.ts';

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
  const { view, html } = absoluteRelease(entry, site);
  return [
    heading(level, [text(level === 1 ? fullName(entry, site) : versionedName(entry, site))]),
    releaseFacts(view, site),
    ...(entry.summary ? [paragraph([text(entry.summary)])] : []),
    ...(level === 1
      ? fromHtml(html)
      : fromHtml(boundedHtml(html, view, site.strings), level - 1, `${entry.slug}-`)),
  ];
}

/** The name with the version in front, so that `convert changelog` can read the document. */
function versionedName(entry: ReleaseEntry, site: SiteContext): string {
  const { version } = displayName(entry, site);
  return [version, fullName(entry, site)].filter(Boolean).join(' – ');
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
