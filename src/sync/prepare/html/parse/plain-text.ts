import type { Root } from 'hast';
import { dropForbidden } from '../../../../lib/text/text.ts';
import { createElement, createText } from './elements.ts';
import { parseBounded } from './parse-bounded.ts';

const unbounded = { bytes: Infinity, depth: Infinity, attributes: Infinity, nodes: Infinity };

// Both patterns end before the next "<", so they take linear time even for a body of nothing but
// "<".
const blockEnd = /<(?:\/(?:p|div|li|h[1-6]|tr|pre|blockquote)|br|hr)\b[^<>]*>?/gi;
const tag = /<[a-z/!?][^<>]*>?/gi;

/**
 * Turns a body that cannot be shown as HTML into one paragraph with its text and line breaks. Tags
 * are removed by patterns, and any remaining "<" is escaped.
 */
export function writePlainText(html: string): Root {
  const text = html.replace(blockEnd, '\n').replace(tag, '').replace(/</g, '&lt;');
  const lines = dropForbidden(decodeEntities(text)).split('\n');
  const trimmed = lines.map((line) => line.trim());
  const value = trimmed.filter((line) => line !== '').join('\n');
  const paragraph = createElement('p', { className: [plainClass] }, [createText(value)]);
  return { type: 'root', children: value ? [paragraph] : [] };
}

export const plainClass = 'plain-text';

/** Decodes entities. Text without "<" always parses to a single text node. */
function decodeEntities(text: string): string {
  const parsed = parseBounded(text, unbounded);
  const [only] = parsed.kind === 'tree' ? parsed.tree.children : [];
  return only?.type === 'text' ? only.value : '';
}
