import type { Element, ElementContent, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { type Asset, assetScheme, labelScheme } from '../../model/content/content.ts';
import { finishedLink, withOneHash } from './media/finished-link.ts';
import { placePlayers } from './media/players.ts';
import { placeFrames } from './media/video-card.ts';
import { plainText } from './parse/plain-text.ts';
import { replaceElements } from './parse/replace-elements.ts';
import { writeHtml } from './parse/write-html.ts';
import { idPrefix, linkSchemes } from './sanitise/allow-list.ts';
import { scopeHeaders } from './sanitise/header-scopes.ts';
import { moveHeadings } from './sanitise/move-headings.ts';
import { problemOf } from './sanitise/problem.ts';
import { nameTasks } from './sanitise/tasks.ts';
import { tidyText } from './sanitise/tidy.ts';
import { type PageIds, uniqueIds } from './sanitise/unique-ids.ts';

// Takes a parsed body; gives the HTML that pages and feeds show, proven safe by a second reading.
// Never gives what fails the proof: then the body comes back as plain text and `refused` is told.

export interface RenderBodyOptions {
  /** Mirrored pictures by the address that they have in the body. */
  pictures: ReadonlyMap<string, Asset>;
  /** Where what players play is to be had, by the address that it has in the body. */
  players?: ReadonlyMap<string, string>;
  /** What relative links start from; without one they become text. */
  base: URL | undefined;
  /** The level of its highest heading; 2 unless told. */
  topHeading?: number;
  /** The ids of the page that it comes to stand on. */
  ids?: PageIds;
  /** Told why a body is shown as plain text. */
  refused?: (why: string) => void;
}

/** The tree becomes what the HTML says. */
export function renderBody(tree: Root, options: RenderBodyOptions): string {
  if (tree.children.length === 0) return '';
  placePlayers(tree, options.players ?? new Map());
  placeFrames(tree, options.base);
  replaceElements(tree, 'a', (link) => finishLink(link, options.base));
  replaceElements(tree, 'img', (picture) => placePicture(picture, options.pictures));
  replaceElements(tree, 'time', (time) => [isTime(time) ? time : plainSpan(time)]);
  // Only now it is known which of them say something.
  moveHeadings(tree, options.topHeading ?? 2);
  replaceElements(tree, 'pre', (code) => [scrolling(code, `${labelScheme}code`)]);
  replaceElements(tree, 'table', (table) => [tableBox(table)]);
  scopeHeaders(tree);
  nameTasks(tree);
  uniqueIds(tree, options.ids ?? new Map());
  tidyText(tree);
  const html = writeHtml(tree);
  const flaw = problemOf(html);
  if (flaw === undefined) return html;
  options.refused?.(flaw);
  tree.children = plainText(html).children;
  return writeHtml(tree);
}

/**
 * The text of one change: a lone paragraph loses its tags, so that it can stand in a list, and
 * headings start below the one of the change's type.
 */
export function renderInline(tree: Root, options: RenderBodyOptions): string {
  const [only, ...more] = tree.children;
  const isLone = more.length === 0 && only?.type === 'element' && only.tagName === 'p';
  // Plain text needs its paragraph, whose class keeps the lines apart.
  if (isLone && !only.properties.className) tree.children = only.children;
  return renderBody(tree, { ...options, topHeading: 3 });
}

/** Addresses are judged once more: the base is the workspace's own, with whatever scheme it has. */
function finishLink(link: Element, base: URL | undefined): ElementContent[] {
  const href = String(link.properties.href);
  // That of a player or a frame is ours.
  if (link.properties.rel) return [link];
  if (href.startsWith('#')) {
    link.properties.href = withOneHash(`#${idPrefix}${href.slice(1)}`);
    return [link];
  }
  const url = URL.parse(href, base);
  if (!url || !linkSchemes.includes(url.protocol.slice(0, -1))) return link.children;
  Object.assign(link.properties, finishedLink(url.href));
  return [link];
}

/** A picture that could not be mirrored leaves its description. */
function placePicture(
  { properties }: Element,
  pictures: RenderBodyOptions['pictures'],
): ElementContent[] {
  const asset = pictures.get(String(properties.src));
  const alt = String(properties.alt ?? '');
  if (!asset) return [{ type: 'text', value: alt }];
  const { width, height, file } = asset;
  const placed = { src: `${assetScheme}${file}`, alt, width, height, loading: 'lazy' };
  return [{ type: 'element', tagName: 'img', properties: placed, children: [] }];
}

/** One that tells programs nothing, or people, is none. */
function isTime(time: Element): boolean {
  return Boolean(time.properties.dateTime) && toText(time).trim() !== '';
}

/** An element without a meaning in the place of one that has some; its id and its language stay. */
function plainSpan({ properties, children }: Element): Element {
  const { dateTime: _, ...rest } = properties;
  return { type: 'element', tagName: 'span', properties: rest, children };
}

function tableBox(table: Element): Element {
  const caption = table.children.find((one) => one.type === 'element' && one.tagName === 'caption');
  const label = caption ? toText(caption).trim() : '';
  const properties = { className: ['table-box'] };
  return scrolling(
    { type: 'element', tagName: 'div', properties, children: [table] },
    label || `${labelScheme}table`,
  );
}

/** A box that scrolls on its own must be reached by the keyboard, and be called something. */
function scrolling(box: Element, label: string): Element {
  const properties = { ariaLabel: label, ...box.properties, tabIndex: 0, role: 'group' };
  return { ...box, properties };
}
