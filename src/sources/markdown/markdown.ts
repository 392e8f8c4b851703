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

// Takes GitHub-flavoured Markdown; gives its blocks, and HTML of them.
// Never takes long: what a parser would need the square of its length for becomes paragraphs.
// Its HTML is as unsafe as the text: raw HTML goes through, for who sanitises all of it.

/** `why` tells why a text was not read as Markdown. */
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
    // The parser and what walks its trees call themselves for what stands inside something else.
    if (!(error instanceof RangeError)) throw error;
    return { blocks: paragraphs(text), why: 'too much stands inside each other' };
  }
}

export function toHtml(blocks: readonly RootContent[]): string {
  const root: Root = { type: 'root', children: [...blocks] };
  // Of a root, it gives one.
  return writer.stringify(toHast(root, { allowDangerousHtml: true }) as HtmlRoot);
}

/** A text that stands in a line: of one paragraph, without its tags. */
export function toInlineHtml(blocks: readonly RootContent[]): string {
  const isLone = blocks.length === 1 && blocks[0]?.type === 'paragraph';
  const html = toHtml(blocks);
  return isLone ? html.slice('<p>'.length, -'</p>'.length) : html;
}

/** A text as it stands, with its lines and blank lines. */
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
