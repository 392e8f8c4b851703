import type { Env, Token } from 'markdown-it';
import { createToken, inlineParser } from './parser.ts';

// Blocks of Markdown, and their HTML. Raw HTML is kept, so callers must sanitise it.

/** The tokens of one block, such as a paragraph or a whole list. */
export type Block = readonly Token[];

/** Splits tokens into the blocks of their highest level. */
export function splitBlocks(tokens: readonly Token[]): Block[] {
  const blocks: Token[][] = [];
  const level = tokens[0]?.level;
  for (const token of tokens) {
    if (token.level === level && token.nesting >= 0) blocks.push([]);
    blocks.at(-1)?.push(token);
  }
  return blocks;
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

/** A paragraph of plain text with its line breaks. */
export function plainBlock(content: string): Block {
  return [
    createToken('paragraph_open', 'p', 1),
    createToken('plain_text', '', 0, content),
    createToken('paragraph_close', 'p', -1),
  ];
}

/** Maximum number of Markdown delimiters, such as `*` or `[`, in one paragraph. */
const maxMarks = 2000;
const maxLength = 64 * 1024;

/**
 * Parses emphasis, links and the like. Paragraphs for which this would take quadratic time become
 * plain text. A timeout would not do, because the same text must give the same result on a slow
 * machine.
 * @returns reasons why paragraphs became plain text, with the line of the last one, counted from 0
 */
export function parseInline(blocks: readonly Block[], env: Env): ReadonlyMap<string, number> {
  const refused = new Map<string, number>();
  const state = new inlineParser.core.State('', inlineParser, env);
  state.tokens = blocks.flat();
  for (const token of state.tokens) {
    const why = token.type === 'inline' ? whyTooCostly(token.content) : undefined;
    if (why === undefined) continue;
    token.type = 'plain_text';
    refused.set(why, token.map?.[0] ?? 0);
  }
  inlineParser.core.process(state);
  return refused;
}

function whyTooCostly(text: string): string | undefined {
  if (text.length > maxLength) return `a paragraph is longer than ${maxLength / 1024} KiB`;
  const marks = text.match(/[*_~[\]`<&]/g)?.length ?? 0;
  return marks > maxMarks ? `a paragraph has more than ${maxMarks} marks` : undefined;
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
