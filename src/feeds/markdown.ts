import { fromParse5 } from 'hast-util-from-parse5';
import { toMdast } from 'hast-util-to-mdast';
import type { Heading, List, Paragraph, PhrasingContent, Root, RootContent, Text } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { parseFragment } from 'parse5';
import { printable } from './printable.ts';

const extensions = [gfmTableToMarkdown(), gfmStrikethroughToMarkdown()];

/** GitHub-flavoured Markdown of these blocks. Nothing in their texts becomes markup. */
export function writeMarkdown(blocks: readonly RootContent[]): string {
  return toMarkdown(
    { type: 'root', children: [...blocks] },
    { extensions, bullet: '-', rule: '-', listItemIndent: 'one' },
  );
}

/** Prepared HTML as blocks. @param deeper how many levels its headings go down */
export function fromHtml(html: string, deeper = 0): RootContent[] {
  const { children } = toMdast(fromParse5(parseFragment(html)), { document: true }) as Root;
  return printable(children).map((node) =>
    node.type === 'heading' ? heading(node.depth + deeper, node.children) : node,
  );
}

/** @param level from 1; what would be lower than 6 is 6 */
export function heading(level: number, children: PhrasingContent[]): Heading {
  return { type: 'heading', depth: Math.min(level, 6) as Heading['depth'], children };
}

export function paragraph(children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children };
}

export function link(url: string, label = url): PhrasingContent {
  return { type: 'link', url, children: [text(label)] };
}

export function text(value: string): Text {
  return { type: 'text', value: printable(value) };
}

/** A list of these items, each of one or more blocks. */
export function list(items: readonly RootContent[][]): List {
  const children = items.map((item) => ({
    type: 'listItem' as const,
    spread: false,
    children: item as List['children'][number]['children'],
  }));
  return { type: 'list', ordered: false, spread: false, children };
}
