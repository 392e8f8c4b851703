import { z } from 'zod';
import { firstById } from '../../../lib/first-by-id.ts';
import { fewOf, shorten } from '../../../lib/text/text.ts';
import { invisibleStart } from '../../../model/api/primitives.ts';
import { limits } from '../../../model/limits.ts';

// Cuts the texts and lists of a parsed row to a size that pages can show. Ids and URLs are never
// cut, because a shortened id or URL would refer to something else.

/** Maximum lengths of lists, by field name. */
const maxItems: Record<string, number> = limits.items;

/** Fields that contain HTML. */
const bodies = new Set(['body', 'content', 'opening']);
const uncut = new Set(['id', 'change_id', 'url', 'avatar_url']);

/** Cuts a row to the limits. `notes` has lines for the report about shortened and omitted parts. */
export function boundRow<Row>(row: Row): { row: Row; notes: string[] } {
  const shortened: string[] = [];
  const leftOut: string[] = [];
  const bound = (value: unknown, path: readonly PropertyKey[]): unknown => {
    const key = String(path.findLast((one) => typeof one === 'string'));
    if (typeof value === 'string') {
      const text = boundText(key, value);
      if (text !== value) shortened.push(z.core.toDotPath([...path]));
      return text;
    }
    if (Array.isArray(value)) {
      const within = firstById(value, maxItems[key] ?? value.length);
      const over = value.length - within.length;
      if (over > 0) leftOut.push(`left out ${over} of ${value.length} ${key}`);
      return within.map((one, index) => bound(one, [...path, index]));
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, one]) => [name, bound(one, [...path, name])]);
    return Object.fromEntries(fields);
  };
  const bounded = bound(row, []) as Row;
  const texts = fewOf(shortened).join(', ');
  return {
    row: bounded,
    notes: texts ? [`shortened long parts (${texts})`, ...leftOut] : leftOut,
  };
}

function boundText(key: string, text: string): string {
  if (uncut.has(key)) return text;
  if (bodies.has(key)) return cutHtml(text, limits.body);
  const maxLength = key === 'summary' ? limits.summary.max : limits.name.max;
  if (text.length <= maxLength) return text;
  // Invisible characters at the start are removed first. Otherwise, the shortened name could
  // consist of nothing else and look empty.
  return shorten(text.replace(invisibleStart, ''), maxLength - 1);
}

const ellipsis = '…';

/** Cuts HTML to a number of bytes, but never inside a character or a tag. */
function cutHtml(html: string, bytes: number): string {
  if (Buffer.byteLength(html) <= bytes) return html;
  const room = new Uint8Array(bytes - Buffer.byteLength(ellipsis));
  const { read } = new TextEncoder().encodeInto(html, room);
  return `${html.slice(0, read).replace(/<[a-z/!][^<>]*$/i, '')}${ellipsis}`;
}
