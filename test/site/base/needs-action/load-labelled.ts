import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ListItem, Nodes, Paragraph, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { SKIP, visit } from 'unist-util-visit';

// Release texts in `texts/`, in which what needs action is labelled by hand. `README.md` has the
// rules.

export interface LabelledText {
  id: string;
  language: string;
  style: string;
  /** Without labels. */
  markdown: string;
  /** Headings and list items in document order. */
  lines: LabelledLine[];
  /** Paragraphs and rows of tables; they need action if the heading above them does. */
  texts: { text: string; needsAction: boolean }[];
  actionItems: string[];
  actionHeadings: string[];
}

interface LabelledLine {
  kind: 'heading' | 'item';
  /**
   * The level of a heading (7 for a paragraph that serves as one), or the nesting depth of an item.
   */
  depth: number;
  /** The first line as a reader sees it, without Markdown marks, tags and URLs. */
  text: string;
  needsAction: boolean;
}

const label = ' ⟦A⟧';

export function loadLabelled(): LabelledText[] {
  return globSync(`${import.meta.dirname}/texts/*.md`)
    .sort()
    .flatMap((file) => readTexts(readFileSync(file, 'utf8'), basename(file)));
}

/** The texts of a file; before each is a line `⟦id language style⟧`. */
export function readTexts(content: string, file: string): LabelledText[] {
  const [before, ...parts] = content.split(/^⟦(\S+ \S+ \S+)⟧\n/m);
  if (before !== '') throw new Error(`${file} begins with text that has no id`);
  return parts.flatMap((head, index) =>
    index % 2 === 0 ? [readText(head.split(' '), parts[index + 1] ?? '')] : [],
  );
}

function readText([id = '', language = '', style = '']: string[], source: string): LabelledText {
  const sourceLines = source.split('\n');
  const labelled = new Set(
    sourceLines.flatMap((line, index) => (line.endsWith(label) ? [index + 1] : [])),
  );
  const markdown = sourceLines
    .map((line) => (line.endsWith(label) ? line.slice(0, -label.length) : line))
    .join('\n');
  if (/[⟦⟧]/.test(markdown)) throw new Error(`${id}: a label is not at the end of its line`);

  const blocks = parse(markdown);
  const numbered = readLines(blocks);
  const lost = [...labelled].filter((number) => !numbered.some(([at]) => at === number));
  if (lost.length > 0) throw new Error(`${id}: neither headings nor items: lines ${lost.join()}`);

  const lines = numbered.map(([at, line]) => ({ ...line, needsAction: labelled.has(at) }));
  const needingAction = (kind: LabelledLine['kind']) =>
    lines.filter((line) => line.kind === kind && line.needsAction).map(({ text }) => text);
  return {
    ...{ id, language, style, markdown, lines, texts: readTextsBelow(blocks, labelled) },
    actionItems: needingAction('item'),
    actionHeadings: needingAction('heading'),
  };
}

function parse(markdown: string) {
  const extensions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
  return fromMarkdown(markdown, extensions).children;
}

/** Headings and items, each with its line number. */
function readLines(blocks: readonly RootContent[]): [number, Omit<LabelledLine, 'needsAction'>][] {
  const lines: ReturnType<typeof readLines> = [];
  const add = (node: Nodes, kind: LabelledLine['kind'], depth: number) =>
    lines.push([node.position?.start.line ?? 0, { kind, depth, text: firstLine(node) }]);
  const addItem = (item: ListItem, depth: number) => {
    add(item, 'item', depth);
    for (const child of item.children)
      if (child.type === 'list') for (const nested of child.children) addItem(nested, depth + 1);
  };
  for (const block of blocks) {
    if (block.type === 'heading') add(block, 'heading', block.depth);
    if (block.type === 'paragraph' && isHeading(block)) add(block, 'heading', 7);
    if (block.type === 'list') for (const item of block.children) addItem(item, 1);
  }
  return lines;
}

function readTextsBelow(
  blocks: readonly RootContent[],
  labelled: ReadonlySet<number>,
): LabelledText['texts'] {
  let needsAction = false;
  const found: LabelledText['texts'] = [];
  for (const block of blocks) {
    const isTitle = block.type === 'heading' || (block.type === 'paragraph' && isHeading(block));
    if (isTitle) needsAction = labelled.has(block.position?.start.line ?? 0);
    else if (block.type === 'paragraph')
      found.push({ text: textOf(block).replace(/\s+/g, ' ').trim(), needsAction });
    else if (block.type === 'table')
      for (const { children } of block.children.slice(1))
        found.push({ text: children.map(textOf).filter(Boolean).join(' · '), needsAction });
  }
  return found.filter(({ text }) => text !== '');
}

/** Whether a paragraph serves as a heading: it is entirely emphasised, or ends with a colon. */
function isHeading(paragraph: Paragraph): boolean {
  const [first, ...others] = paragraph.children;
  const isEmphasised = first?.type === 'strong' || first?.type === 'emphasis';
  return (isEmphasised && others.length === 0) || /[:：]$/.test(textOf(paragraph));
}

function firstLine(node: Nodes): string {
  const [line = ''] = textOf(node).trim().split('\n');
  return line.trim();
}

/** For an item, only the text of its first paragraph. */
function textOf(node: Nodes): string {
  let text = '';
  visit(node.type === 'listItem' ? (node.children[0] ?? node) : node, (child) => {
    if (child.type === 'list') return SKIP;
    if (child.type === 'text' || child.type === 'inlineCode') text += child.value;
    if (child.type === 'break') text += '\n';
    return undefined;
  });
  return text;
}
