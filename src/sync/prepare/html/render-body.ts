import type { Element, ElementContent, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { oneLine, shorten } from '../../../lib/text/text.ts';
import { type Asset, assetScheme, labelScheme } from '../../../model/content/content.ts';
import { escapeSecondHash, externalLink } from './media/media-card.ts';
import { placePlayers } from './media/players.ts';
import { placeFrames } from './media/video-card.ts';
import { createElement, createText, replaceElements, textOfLink } from './parse/elements.ts';
import { writePlainText } from './parse/plain-text.ts';
import { writeHtml } from './parse/write-html.ts';
import { idPrefix, linkSchemes } from './sanitise/allow-list.ts';
import { scopeHeaders } from './sanitise/header-scopes.ts';
import { moveHeadings } from './sanitise/move-headings.ts';
import { nameTasks } from './sanitise/tasks.ts';
import { tidyText } from './sanitise/tidy.ts';
import { type PageIds, uniqueIds } from './sanitise/unique-ids.ts';
import { findProblem } from './sanitise/verify-output.ts';

// Renders a parsed body to the HTML of pages and feeds, and parses the result again to verify that
// it is safe. HTML that fails this check becomes plain text, and `refused` is called with the
// reason.

export interface RenderBodyOptions {
  /** Mirrored pictures, by their address in the body. */
  pictures: ReadonlyMap<string, Asset>;
  /** Links for players, by their address in the body. */
  players?: ReadonlyMap<string, string>;
  /** Base URL of relative links. Without it, relative links become text. */
  base: URL | undefined;
  /** Collects messages for the report about parts that were dropped. */
  notes?: string[];
  /** Collects the addresses of links that became text, shortened for the report. */
  deadLinks?: Set<string>;
  /** Level of the highest heading, 2 by default. */
  topHeading?: number;
  /** Ids that are already used on the page. */
  ids?: PageIds;
}

/** Replaces all that a body shows in another form, and gives its headings ids. */
export function arrangeBody(tree: Root, options: RenderBodyOptions): void {
  placePlayers(tree, options.players ?? new Map());
  placeFrames(tree, options.base, options.notes);
  replaceElements(tree, 'a', (link) => resolveLink(link, options));
  replaceElements(tree, 'img', (picture) => placePicture(picture, options.pictures));
  replaceElements(tree, 'time', (time) => [keepReadableTime(time)]);
  // Runs after the replacements above, which may leave headings empty.
  moveHeadings(tree, options.topHeading ?? 2);
  replaceElements(tree, 'pre', (code) => [makeScrollable(code, `${labelScheme}code`)]);
  replaceElements(tree, 'table', (table) => [wrapTable(table)]);
  scopeHeaders(tree);
  nameTasks(tree);
  uniqueIds(tree, options.ids ?? new Map());
}

/**
 * Writes an arranged body. Also changes the tree in place to match the returned HTML.
 * @param refused called with the reason if the body is shown as plain text
 */
export function writeBody(tree: Root, refused: (why: string) => void = () => {}): string {
  if (tree.children.length === 0) return '';
  tidyText(tree);
  const html = writeHtml(tree);
  const flaw = findProblem(html);
  if (flaw === undefined) return html;
  refused(flaw);
  tree.children = writePlainText(html).children;
  return writeHtml(tree);
}

/**
 * Arranges the text of one change. A single paragraph loses its `<p>` tags, because it is shown as a
 * list item. Headings start at level 3, below the heading of the change's type.
 */
export function arrangeInline(tree: Root, options: RenderBodyOptions): void {
  const [only, ...more] = tree.children;
  const isLone = more.length === 0 && only?.type === 'element' && only.tagName === 'p';
  // The paragraph of plain text stays, because its class preserves line breaks.
  if (isLone && !only.properties.className) tree.children = only.children;
  arrangeBody(tree, { ...options, topHeading: 3 });
}

/**
 * Resolves a link. Checks its scheme again, because the base URL comes from the API and may have
 * any scheme.
 */
function resolveLink(link: Element, { base, deadLinks }: RenderBodyOptions): ElementContent[] {
  const href = String(link.properties.href);
  // A link with `rel` replaces a player or `iframe` and is already resolved.
  if (link.properties.rel) return [link];
  if (href.startsWith('#')) {
    link.properties.href = escapeSecondHash(`#${idPrefix}${href.slice(1)}`);
    return [link];
  }
  const url = URL.parse(href, base);
  if (!url || !linkSchemes.includes(url.protocol.slice(0, -1))) {
    deadLinks?.add(shorten(oneLine(href), 80));
    return textOfLink(link);
  }
  Object.assign(link.properties, externalLink(url.href));
  return [link];
}

/** Points a picture to its copy. Without a copy, only its description is shown. */
function placePicture(
  { properties }: Element,
  pictures: RenderBodyOptions['pictures'],
): ElementContent[] {
  const asset = pictures.get(String(properties.src));
  const alt = String(properties.alt ?? '');
  if (!asset) return [createText(alt)];
  const { width, height, file } = asset;
  const placed = { src: `${assetScheme}${file}`, alt, width, height, loading: 'lazy' };
  return [createElement('img', placed, [])];
}

/**
 * Turns a `time` element without a machine-readable date or a visible text into a `span` with the
 * same attributes, except for the date.
 */
function keepReadableTime(time: Element): Element {
  const { dateTime, ...properties } = time.properties;
  if (dateTime && toText(time).trim() !== '') return time;
  return createElement('span', properties, time.children);
}

function wrapTable(table: Element): Element {
  const caption = table.children.find((one) => one.type === 'element' && one.tagName === 'caption');
  const label = caption ? toText(caption).trim() : '';
  const box = createElement('div', { className: ['table-box'] }, [table]);
  return makeScrollable(box, label || `${labelScheme}table`);
}

/** Makes an element a scrollable box that can be focused by keyboard and has an accessible name. */
function makeScrollable(box: Element, label: string): Element {
  const properties = { ariaLabel: label, ...box.properties, tabIndex: 0, role: 'group' };
  return { ...box, properties };
}
