import type { Root } from 'hast';
import { dropForbidden } from '../../../lib/text/text.ts';
import { parseBounded } from './parse-bounded.ts';

const unbounded = { bytes: Infinity, depth: Infinity, attributes: Infinity, nodes: Infinity };

// A run ends at the next "<" too: a body of nothing but "<" is then still read in one go.
const blockEnd = /<(?:\/(?:p|div|li|h[1-6]|tr|pre|blockquote)|br|hr)\b[^<>]*>?/gi;
const tag = /<[a-z/!?][^<>]*>?/gi;

/**
 * A body that cannot be shown as HTML, as one paragraph of its text with its line breaks. The
 * markup is taken out without a parser, so some of it may be left, but as text.
 */
export function plainText(html: string): Root {
  const text = html.replace(blockEnd, '\n').replace(tag, '').replace(/</g, '&lt;');
  const lines = dropForbidden(decodeEntities(text)).split('\n');
  const trimmed = lines.map((line) => line.trim());
  const value = trimmed.filter((line) => line !== '').join('\n');
  const properties = { className: [plainClass] };
  const children = [{ type: 'text' as const, value }];
  return {
    type: 'root',
    children: value ? [{ type: 'element', tagName: 'p', properties, children }] : [],
  };
}

export const plainClass = 'plain-text';

/** Without a "<" there is nothing but text for the parser to find. */
function decodeEntities(text: string): string {
  const parsed = parseBounded(text, unbounded);
  const [only] = parsed.kind === 'tree' ? parsed.tree.children : [];
  return only?.type === 'text' ? only.value : '';
}
