import type { Element, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { createElement, createText, findElements, onlyChild } from '../parse/elements.ts';
import { splitTokens } from './tokens.ts';

// Highlights the code blocks of a parsed body by adding classes. The text never changes. Large
// blocks and blocks in unknown languages are not highlighted.

/**
 * Maximum length in characters. A longer block is usually a whole file, and is not highlighted to
 * keep pages small.
 */
const maxBlockLength = 10_000;
const maxBodyLength = 30_000;

export async function highlightCode(tree: Root): Promise<void> {
  let left = maxBodyLength;
  for (const { code, language } of findBlocks(tree)) {
    const text = toText(code, { whitespace: 'pre' });
    if (text.length > Math.min(maxBlockLength, left)) continue;
    left -= text.length;
    const tokens = await splitTokens(text, language);
    if (tokens)
      code.children = tokens.map(({ kind, text }) =>
        kind ? createElement('span', { className: [kind] }, [createText(text)]) : createText(text),
      );
  }
}

/** Finds blocks such as `<pre><code class="language-ts">`. The class may also be on `pre`. */
function findBlocks(tree: Root) {
  return findElements(tree, 'pre').flatMap((pre) => {
    const code = onlyChild(pre.children);
    if (code?.type !== 'element' || code.tagName !== 'code') return [];
    const language = findLanguage(code) ?? findLanguage(pre);
    return language && isText(code) ? [{ code, language }] : [];
  });
}

function findLanguage({ properties }: Element): string | undefined {
  const names = Array.isArray(properties.className) ? properties.className : [];
  return names
    .map(String)
    .find((name) => /^lang/.test(name))
    ?.replace(/^lang(?:uage)?-/, '')
    .toLowerCase();
}

/**
 * Whether code contains only text. Code with elements is not highlighted, because highlighting
 * would remove its links.
 */
function isText(element: Element): boolean {
  return element.children.every(
    (one) =>
      one.type === 'text' || (one.type === 'element' && one.tagName === 'span' && isText(one)),
  );
}
