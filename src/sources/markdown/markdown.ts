import type { Token } from 'markdown-it';
import { inlineParser } from './parser.ts';

// Blocks of Markdown, and their HTML. Raw HTML is kept, so callers must sanitise it.

/** The tokens of one block, such as a paragraph or a whole list. */
export type Block = readonly Token[];

/** Splits tokens into the blocks of their highest level. */
export function splitBlocks(tokens: readonly Token[]): Block[] {
  const level = tokens[0]?.level;
  const starts: number[] = [];
  for (let at = 0; at < tokens.length; at += 1)
    if (tokens[at]?.level === level && tokens[at]?.nesting !== -1) starts.push(at);
  return starts.map((start, index) => tokens.slice(start, starts[index + 1]));
}

/** The blocks inside a block, such as the items of a list. */
export function childBlocks(block: Block): Block[] {
  return splitBlocks(block.slice(1, -1));
}

export function isParagraph([first]: Block): boolean {
  return first?.type === 'paragraph_open';
}

export function isList([first]: Block): boolean {
  return first?.type === 'bullet_list_open' || first?.type === 'ordered_list_open';
}

export function isComment([first]: Block): boolean {
  return first?.type === 'html_block' && /^\s*<!--.*-->\s*$/s.test(first.content);
}

export function toHtml(blocks: readonly Block[]): string {
  return inlineParser.renderer.render(blocks.flat(), inlineParser.options, {});
}

/** Renders blocks to HTML. A single paragraph is rendered without its `<p>` tags. */
export function toInlineHtml(blocks: readonly Block[]): string {
  const [first = []] = blocks;
  if (blocks.length === 1 && isParagraph(first)) return toHtml([first.slice(1, -1)]);
  // The paragraphs of a tight list are hidden.
  for (const block of blocks.filter(isParagraph)) for (const token of block) token.hidden = false;
  return toHtml(blocks);
}
