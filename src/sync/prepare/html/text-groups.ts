import type { Element, ElementContent, Root } from 'hast';
import type { TextGroup, TextItem } from '../../../model/content/content.ts';
import { readableText } from './excerpt.ts';
import { createElement, elementsIn, isBlank, onlyChild } from './parse/elements.ts';
import { writeHtml } from './parse/write-html.ts';

/**
 * Levels below `h6` for paragraphs that are used as headings: bold paragraphs, and paragraphs that
 * end with a colon before a list.
 */
const boldLevel = 7;
const colonLevel = 8;

/** Maximum number of words in a paragraph that is used as a heading. */
const maxHeadingWords = 10;

/** Minimum number of words in a sentence, which is no heading. */
const minSentenceWords = 4;

/**
 * Limits for hostile bodies. When there are too many groups, all remaining items go into one group
 * without headings.
 */
const maxGroups = 500;
const maxHeadingLength = 200;

interface Heading {
  level: number;
  text: string;
  id: string | undefined;
}

interface OpenGroup extends TextGroup {
  paragraphs: TextItem[];
}

/**
 * Groups the text of a rendered body by heading. The list items and table rows below a heading form
 * one group, the paragraphs below it another. A heading without any text below becomes a group with
 * the heading's own text.
 */
export function readGroups(tree: Root): TextGroup[] {
  const path: Heading[] = [];
  const groups: OpenGroup[] = [newGroup(path)];
  const openHeading = (heading: Heading) => {
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    path.push(heading);
    if (groups.length < maxGroups) groups.push(newGroup(path));
    else if (groups.length === maxGroups) groups.push(newGroup([]));
  };
  for (const { block, next } of listBlocks(tree)) {
    const heading = readHeading(block, next);
    const group = groups.at(-1);
    if (heading) openHeading(heading);
    else if (isList(block)) for (const item of listItems(block)) group?.items.push(item);
    else if (block.tagName === 'table') for (const row of listRows(block)) group?.items.push(row);
    else if (block.tagName === 'p') group?.paragraphs.push({ html: writeInner(block.children) });
  }
  return groups.flatMap((group, place) => finishGroup(group, groups[place + 1]));
}

function newGroup(path: readonly Heading[]): OpenGroup {
  const anchor = path.findLast(({ id }) => id)?.id;
  const headings = path.map(({ text }) => text);
  return { headings, ...(anchor && { anchor }), items: [], paragraphs: [] };
}

/**
 * Splits a group into its paragraphs and its items. Headings that only have sub-headings are left
 * out.
 */
function finishGroup(
  { paragraphs, ...group }: OpenGroup,
  next: TextGroup | undefined,
): TextGroup[] {
  const { headings, items } = group;
  const title = headings.at(-1);
  const texts = paragraphs.filter(({ html }) => html !== '');
  const hasParts = next !== undefined && next.headings.length > headings.length;
  if (title !== undefined && items.length + texts.length === 0 && !hasParts)
    texts.push({ html: writeInner([{ type: 'text', value: title }]) });
  return [
    ...(texts.length > 0 ? [{ ...group, items: texts, is_prose: true }] : []),
    ...(items.length > 0 ? [group] : []),
  ];
}

/**
 * All blocks in document order, each with its next sibling. Boxes such as `div` are replaced with
 * the blocks inside.
 */
function listBlocks(parent: Root | Element): { block: Element; next: Element | undefined }[] {
  const blocks = elementsIn(parent).flatMap(splitBullets);
  return blocks.flatMap((block, place) =>
    boxes.has(block.tagName) ? listBlocks(block) : [{ block, next: blocks[place + 1] }],
  );
}

/** The lines of a paragraph that lists items behind “•”; otherwise, the block itself. */
function splitBullets(block: Element): Element[] {
  if (block.tagName !== 'p') return [block];
  const lines: ElementContent[][] = [[]];
  for (const node of block.children.flatMap(splitLines))
    if (node === lineBreak) lines.push([]);
    else lines.at(-1)?.push(node);
  const split = lines.map(toBullet);
  return split.some(isList) ? split : [block];
}

const lineBreak = createElement('br', {}, []);

/** A text's lines, with a `lineBreak` between them. */
function splitLines(node: ElementContent): ElementContent[] {
  if (node.type === 'element' && node.tagName === 'br') return [lineBreak];
  if (node.type !== 'text') return [node];
  const lines = node.value.split('\n').map((value) => ({ ...node, value }));
  return lines.flatMap((line, index) => (index === 0 ? [line] : [lineBreak, line]));
}

function toBullet(children: ElementContent[]): Element {
  const [first, ...rest] = children.filter((node) => !isBlank(node));
  const [marker] = (first?.type === 'text' && /^\s*[•‣▪●]\s*/.exec(first.value)) || [];
  if (first?.type !== 'text' || marker === undefined) return createElement('p', {}, children);
  const text = { ...first, value: first.value.slice(marker.length) };
  return createElement('ul', {}, [createElement('li', {}, [text, ...rest])]);
}

const boxes = new Set(['blockquote', 'details', 'div', 'section']);

function readHeading(block: Element, next: Element | undefined): Heading | undefined {
  const level = Number(/^h([1-6])$/.exec(block.tagName)?.[1]) || findLevel(block, next);
  if (!level) return undefined;
  const text = readableText(block).slice(0, maxHeadingLength).toWellFormed();
  const id = block.properties.id === undefined ? undefined : String(block.properties.id);
  return text === '' ? undefined : { level, text, id };
}

/**
 * The heading level of a paragraph that is used as a heading; undefined for any other paragraph.
 */
function findLevel(block: Element, next: Element | undefined): number | undefined {
  if (block.tagName !== 'p') return undefined;
  const text = readableText(block);
  const words = text.split(' ').length;
  const isSentence = words >= minSentenceWords && /[.。!！]$/.test(text);
  if (words > maxHeadingWords || isSentence) return undefined;
  const only = onlyChild(block.children);
  if (only?.type === 'element' && ['strong', 'b'].includes(only.tagName)) return boldLevel;
  return next && isList(next) && /[:：]$/.test(text) ? colonLevel : undefined;
}

function listItems(list: Element): TextItem[] {
  return elementsIn(list).flatMap((item) => {
    const nested = elementsIn(item).filter(isList);
    const own = item.children.filter((node) => node.type !== 'element' || !isList(node));
    const html = writeInner(withoutLoneParagraph(own));
    const items = nested.flatMap((one) =>
      elementsIn(one).map(({ children }) => writeInner(withoutLoneParagraph(children))),
    );
    if (html === '') return items.map((inner) => ({ html: inner }));
    return [{ html, ...(items.length > 0 && { items }) }];
  });
}

/** The cells of each data row. Header rows are left out. */
function listRows(table: Element): TextItem[] {
  const rows = elementsIn(table).flatMap((part) =>
    part.tagName === 'tr' ? [part] : part.tagName === 'thead' ? [] : elementsIn(part),
  );
  return rows.flatMap((row) => {
    const cells = elementsIn(row).map(({ children }) => writeInner(children));
    const html = cells.filter(Boolean).join(' · ');
    return html === '' || elementsIn(row).every(({ tagName }) => tagName === 'th')
      ? []
      : [{ html }];
  });
}

function withoutLoneParagraph(children: ElementContent[]): ElementContent[] {
  const only = onlyChild(children);
  return only?.type === 'element' && only.tagName === 'p' ? only.children : children;
}

function writeInner(children: ElementContent[]): string {
  return writeHtml({ type: 'root', children }).trim();
}

function isList({ tagName }: Element): boolean {
  return tagName === 'ul' || tagName === 'ol';
}
