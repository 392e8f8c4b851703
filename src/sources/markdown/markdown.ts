import type { Root as HtmlRoot } from 'hast';
import type { Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { whyTooCostly } from './cost.ts';
import { resolveLinks } from './resolve-links.ts';

// Parses GitHub-flavoured Markdown and renders it to HTML. Text that would take a parser quadratic
// time becomes plain paragraphs. Raw HTML is kept, so callers must sanitise the output.

/**
 * The blocks of a text. If the text was not parsed but became plain paragraphs, `why` has the
 * reason.
 */
export interface Blocks {
  blocks: RootContent[];
  why?: string;
}

const extensions = [gfm()];
const mdastExtensions = [gfmFromMarkdown()];
const writer = unified().use(rehypeStringify, { allowDangerousHtml: true });

export function toBlocks(text: string): Blocks {
  const costly = whyTooCostly(text);
  if (costly !== undefined) return { blocks: paragraphs(text), why: costly };
  try {
    const tree = fromMarkdown(text, { extensions, mdastExtensions });
    resolveLinks(tree);
    return { blocks: tree.children };
  } catch (error) {
    // A RangeError is a stack overflow: the parser and the tree walkers recurse into nested blocks.
    if (!(error instanceof RangeError)) throw error;
    return { blocks: paragraphs(text), why: 'it is nested too deeply' };
  }
}

export function toHtml(blocks: readonly RootContent[]): string {
  const root: Root = { type: 'root', children: [...blocks] };
  // The cast is safe: for a root, `toHast` returns a root.
  return writer.stringify(toHast(root, { allowDangerousHtml: true }) as HtmlRoot);
}

/** Renders blocks to HTML. A single paragraph is rendered without its `<p>` tags. */
export function toInlineHtml(blocks: readonly RootContent[]): string {
  const isLone = blocks.length === 1 && blocks[0]?.type === 'paragraph';
  const html = toHtml(blocks);
  return isLone ? html.slice('<p>'.length, -'</p>'.length) : html;
}

/** Turns a text into plain paragraphs, keeping all line breaks. */
function paragraphs(text: string): RootContent[] {
  return text.split(/\n(?:[ \t]*\n)+/).map((part) => ({
    type: 'paragraph',
    children: part
      .split('\n')
      .flatMap((value, index) => [
        ...(index > 0 ? [{ type: 'break' as const }] : []),
        { type: 'text' as const, value },
      ]),
  }));
}
