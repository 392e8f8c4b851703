import type { Root as HtmlRoot } from 'hast';
import type { Definition, Parents, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

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

// Refuses text for which a Markdown parser would need quadratic time. A timeout would not do,
// because the same text must give the same result on a slow machine.

/** Maximum length in characters, far above what a person writes in one section. */
const maxLength = 64 * 1024;

/** Matches many nested lists or quotes that begin on the same line. */
const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/m;

/** Maximum number of Markdown delimiters, such as `*` or `[`, in one paragraph. */
const maxMarks = 2000;
const marks = /[*_~[\]`<&]/g;
const newBlock = /^(?:\s*$| {0,3}(?:[-+*][ \t]+\S|#{1,6}[ \t]|\|))/;

/** The reason why a text must not be parsed; undefined if it may be parsed. */
function whyTooCostly(text: string): string | undefined {
  if (text.length > maxLength) return `it is longer than ${maxLength / 1024} KiB`;
  if (containers.test(text)) return 'too many lists or quotes begin in one line';
  let count = 0;
  for (const line of text.split('\n')) {
    if (newBlock.test(line)) count = 0;
    count += line.match(marks)?.length ?? 0;
    if (count > maxMarks) return `a paragraph has more than ${maxMarks} marks`;
  }
  return undefined;
}

/** Turns reference links into links with an address, so that blocks can be rendered separately. */
function resolveLinks(tree: Root): void {
  const byId = new Map<string, Definition>();
  visit(tree, 'definition', (one) => {
    if (!byId.has(one.identifier)) byId.set(one.identifier, one);
  });
  if (byId.size === 0) return;
  visit(tree, (node, index, parent) => {
    if (node.type !== 'linkReference' && node.type !== 'imageReference') return;
    const found = byId.get(node.identifier);
    if (!found || index === undefined) return;
    const { url, title } = found;
    const resolved: RootContent =
      node.type === 'linkReference'
        ? { type: 'link', url, title: title ?? null, children: node.children }
        : { type: 'image', url, title: title ?? null, alt: node.alt ?? null };
    (parent as Parents).children[index] = resolved;
  });
}
