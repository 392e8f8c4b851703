import type { RootContent } from 'mdast';
import type { MilestoneEntry } from '../../../model/content/content.ts';
import type { SiteContext } from '../../base/context.ts';
import { type Fact, facts } from '../../feeds/markdown/facts.ts';
import {
  fromHtml,
  heading,
  link,
  list,
  paragraph,
  text,
  writeMarkdown,
} from '../../feeds/markdown/markdown.ts';
import { attachmentsHtml, standalone } from '../../releases/feeds/item-html.ts';
import { withAbsoluteUrls } from '../../releases/feeds/release-item.ts';
import { milestoneHistory } from '../milestone-history.ts';
import type { MilestoneLog } from '../milestone-log.ts';
import { milestoneView } from '../milestone-view.ts';

/** `/roadmap/<slug>.md` */
export function milestoneMarkdown(
  entry: MilestoneEntry,
  log: MilestoneLog,
  site: SiteContext,
): string {
  return writeMarkdown(milestoneBlocks(entry, log, site));
}

/**
 * The whole milestone.
 * @param log links in it must be absolute
 * @param level level of the title's heading
 */
export function milestoneBlocks(
  entry: MilestoneEntry,
  log: MilestoneLog,
  site: SiteContext,
  level = 1,
): RootContent[] {
  const { strings } = site;
  const view = milestoneView(entry, withAbsoluteUrls(site));
  const html = standalone(view.html, view.href) + attachmentsHtml(view.attachments, strings);
  return [
    heading(level, [text(entry.title)]),
    facts([
      [strings.status, [view.status.name, ...view.plan].join(' · ')],
      ...milestoneHistory(view.dates, log.moves, strings).map(
        ({ term, date }): Fact => [term, date.text],
      ),
      [strings.archives.project.kind, view.project],
      [strings.labels, view.labels.map(({ name }) => name).join(', ')],
      [strings.webPage, link(view.href)],
    ]),
    ...fromHtml(html, level - 1, level === 1 ? '' : `${entry.slug}-`),
    ...shippedIn(log, site, level + 1),
  ];
}

function shippedIn(
  { shipped }: MilestoneLog,
  { strings }: SiteContext,
  level: number,
): RootContent[] {
  if (shipped.length === 0) return [];
  const items = shipped.map(({ title, href, detail }) => [
    paragraph([link(href, title), ...(detail ? [text(`: ${detail}`)] : [])]),
  ]);
  return [heading(level, [text(strings.story.shippedIn)]), list(items)];
}
