import type { ReleaseEntry } from '../../model/content/content.ts';
import type { SiteContext, SiteFrame } from '../base/context.ts';
import { linkHeadings } from '../base/html/anchors.ts';
import { allChangesTitle } from '../base/html/body.ts';
import { type Block, blocksOf, itemsOf } from '../base/html/markup.ts';
import { placePictures } from '../base/html/pictures.ts';
import { markReferences } from '../base/html/references.ts';
import { sections, textOfHtml } from '../base/html/sections.ts';
import { displayName } from '../base/release-name.ts';
import { kindItems, kindOfChange } from '../base/upgrade-kinds.ts';
import type { PlacedChange } from './changes.ts';
import { attachmentsAnchor, type ChangesView, releaseView } from './release-view.ts';

/** A heading of the body or a type of change, by its id on the page. */
export interface ContentsItem {
  text: string;
  anchor: string;
  /** The headings below this heading; empty on the second level. */
  below: ContentsItem[];
}

/** Changes of one type. */
export interface FoldedChanges extends ChangesView {
  /** The id of its heading. */
  anchor: string;
  /** Many fixes, or the upkeep of the project, in closed `details` with this summary. */
  folded: PlacedChange[];
  summary: string;
}

export type ReleasePage = ReturnType<typeof releasePage>;

/** A page with fewer headings has no table of contents. */
const minContents = 4;

/**
 * A release for its own page: long lists of fixes are folded, and it has a table of contents and
 * links to its headings.
 */
export function releasePage(entry: ReleaseEntry, site: SiteContext) {
  const view = releaseView(entry, site);
  const finish = (html: string) => markReferences(placePictures(html, entry, site));
  const changes = foldChanges(view, finish, site);
  const [html = '', rest] = view.html.split(allChangesTitle(site.strings), 2);
  const contents = [
    ...headingsOf(html),
    ...(rest === undefined ? changes.map(contentsOfChanges) : contentsOfRest(rest, changes, site)),
  ];
  const hasContents = contents.flatMap(({ below }) => [0, ...below]).length >= minContents;
  const written = (text: string) =>
    linkHeadings(finish(foldFixes({ ...view, html: text }, site)), site.strings.linkTo);
  return {
    ...view,
    title: displayName(entry, site).title,
    html: written(html),
    /** Everything below a text that somebody wrote, to be folded. */
    rest: rest === undefined ? undefined : written(rest),
    changes,
    contents: hasContents ? [...contents, ...contentsOfAttachments(view, site)] : [],
  };
}

/** The headings of two levels: the highest level with more than one heading, and the next level. */
function headingsOf(html: string): ContentsItem[] {
  const headings = sections(html).filter(({ anchor, heading }) => anchor && heading);
  const byLevel = Map.groupBy(headings, ({ level }) => level);
  const levels = [...byLevel.keys()].toSorted();
  const top = levels.findIndex((level) => (byLevel.get(level)?.length ?? 0) > 1);
  const [first, second] = levels.slice(Math.max(top, 0));
  const items: ContentsItem[] = [];
  for (const { level, heading, anchor = '' } of headings) {
    const siblings = level === first ? items : (items.at(-1)?.below ?? items);
    if (level === first || level === second) siblings.push({ text: heading, anchor, below: [] });
  }
  return items;
}

/** One item for all that is folded. A link to something in a fold opens it. */
function contentsOfRest(
  rest: string,
  changes: readonly FoldedChanges[],
  { strings }: SiteContext,
): ContentsItem[] {
  const [first] = [...headingsOf(rest), ...changes];
  return first ? [{ text: strings.allChanges, anchor: first.anchor, below: [] }] : [];
}

function contentsOfAttachments(
  { attachments }: Pick<ReturnType<typeof releaseView>, 'attachments'>,
  { strings }: SiteContext,
): ContentsItem[] {
  if (attachments.length === 0) return [];
  return [{ text: strings.attachments, anchor: attachmentsAnchor, below: [] }];
}

/** A type of change, with the headings of its changes. */
function contentsOfChanges({ type, anchor, items, folded }: FoldedChanges): ContentsItem {
  const html = [...items, ...folded].map((one) => one.html).join('');
  return {
    text: type.name,
    anchor,
    below: headingsOf(html).map((one) => ({ ...one, below: [] })),
  };
}

/**
 * If there are many fixes among other texts, folds all fixes that need no action. The upkeep of the
 * project is always folded, except what needs action.
 */
function foldChanges(
  { changes: groups, html }: Texts,
  finish: (html: string) => string,
  site: SiteContext,
): FoldedChanges[] {
  const finished = (items: readonly PlacedChange[]) =>
    items.map((item) => ({ ...item, html: finish(item.html) }));
  const types = new Map(site.workspace.change_types.map((type) => [type.slug, type]));
  const fixesOf = ({ slug, items }: ChangesView) =>
    items.filter(({ html }) => kindOfChange(types.get(slug ?? ''), html, site) === 'fixed');
  const all = groups.flatMap(({ items }) => items).length;
  const fixes = all > maxUnfoldedFixes ? groups.flatMap(fixesOf).length : 0;
  const isLong = fixes > maxUnfoldedFixes && !(html === '' && fixes === all);
  return groups.map((group) => {
    const isUpkeep = group.slug === 'maintenance';
    const upkeep = () =>
      group.items.filter(
        ({ html }) => kindOfChange(types.get('maintenance'), html, site) === 'rest',
      );
    const folded = isUpkeep ? upkeep() : isLong ? fixesOf(group) : [];
    const summary = (isUpkeep ? site.strings.upkeep : site.strings.fixes)(folded.length);
    return {
      ...group,
      anchor: group.slug === null ? 'other-changes' : `type-${group.slug}`,
      items: finished(group.items.filter((item) => !folded.includes(item))),
      folded: finished(folded),
      summary,
    };
  });
}

type Site = Pick<SiteFrame, 'config' | 'strings'>;
type Texts = Pick<ReturnType<typeof releaseView>, 'changes' | 'html'>;

/** Lists with more fixes than this are in closed `details`. */
const maxUnfoldedFixes = 10;

/**
 * Moves long lists of fixes in a prepared body into closed `details`. Lists that also have other
 * items stay visible, and so does a list that is the whole text of the release.
 */
function foldFixes({ html, changes }: Texts, site: Site): string {
  let headings: string[] = [];
  const blocks = blocksOf(html);
  const isAll = changes.length === 0 && blocks.filter((block) => !levelOf(block)).length === 1;
  return blocks
    .map((block) => {
      const level = levelOf(block);
      if (level) headings = [...headings.slice(0, level), textOfHtml(block.html)];
      if (level || isAll || !isFixes(block, headings, site)) return block.html;
      const title = site.strings.fixes(itemsOf(block)?.items.length ?? 0);
      return `<details class="fold"><summary>${title}</summary>${block.html}</details>`;
    })
    .join('');
}

/**
 * The heading level of a block: 1 to 6 for headings, 7 for a paragraph that is all bold, 0 for
 * other blocks.
 */
function levelOf({ name, html }: Block): number {
  if (/^<p><(strong|b)>[^<]+<\/\1>:?<\/p>$/.test(html)) return 7;
  return Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
}

function isFixes(block: Block, headings: readonly string[], site: Site): boolean {
  const items = itemsOf(block)?.items ?? [];
  if (items.length <= maxUnfoldedFixes) return false;
  const group = {
    headings: headings.filter(Boolean),
    items: items.map((html) => ({ html: html.replace(/^\s*<li[^>]*>/, '') })),
  };
  return kindItems([group], site).every(({ kind }) => kind === 'fixed');
}
