import type { Element, ElementContent, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { SKIP, visit } from 'unist-util-visit';
import { tokensOf } from './tokens.ts';

// Takes a parsed body; gives its blocks of code the classes of their tokens.
// Never changes their text, and leaves blocks plain that are large or in an unknown language.

/** In characters: a longer block is a file, and a page is to stay small. */
const mostOfBlock = 10_000;
const mostOfBody = 30_000;

export async function highlightCode(tree: Root): Promise<void> {
  let left = mostOfBody;
  for (const { code, language } of codeBlocks(tree)) {
    const text = toText(code, { whitespace: 'pre' });
    if (text.length > Math.min(mostOfBlock, left)) continue;
    left -= text.length;
    const tokens = await tokensOf(text, language);
    if (tokens)
      code.children = tokens.map(({ kind, text }) => (kind ? span(kind, text) : textNode(text)));
  }
}

interface CodeBlock {
  code: Element;
  language: string;
}

/** `<pre><code class="language-ts">`; the class may stand on either. */
function codeBlocks(tree: Root): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  visit(tree, 'element', (pre) => {
    if (pre.tagName !== 'pre') return;
    const [code, ...more] = pre.children.filter((one) => one.type !== 'text' || one.value.trim());
    if (code?.type !== 'element' || code.tagName !== 'code' || more.length > 0) return SKIP;
    const language = languageOf(code) ?? languageOf(pre);
    if (language && isText(code)) blocks.push({ code, language });
    return SKIP;
  });
  return blocks;
}

function languageOf({ properties }: Element): string | undefined {
  const names = Array.isArray(properties.className) ? properties.className : [];
  return names
    .map(String)
    .find((name) => /^lang/.test(name))
    ?.replace(/^lang(?:uage)?-/, '')
    .toLowerCase();
}

/** Links in code are worth more than its colours. */
function isText(element: Element): boolean {
  return element.children.every(
    (one) =>
      one.type === 'text' || (one.type === 'element' && one.tagName === 'span' && isText(one)),
  );
}

function span(kind: string, text: string): Element {
  return {
    type: 'element',
    tagName: 'span',
    properties: { className: [kind] },
    children: [textNode(text)],
  };
}

function textNode(value: string): ElementContent & { type: 'text' } {
  return { type: 'text', value };
}
