import { z } from 'zod';
import { firstById } from '../../lib/first-by-id.ts';
import { fewOf, shorten } from '../../lib/text/text.ts';
import { invisibleStart } from '../../model/api/primitives.ts';
import { limits } from '../../model/limits.ts';

// Takes a row that was parsed; gives it with texts and lists of a size that pages can show.
// Never touches an id or an address: a shortened one would be another.

/** Bounds of lists, by the fields that hold them. */
const mostItems: Record<string, number> = limits.items;

/** Fields with HTML. */
const bodies = new Set(['body', 'content']);
const exact = new Set(['id', 'change_id', 'url', 'avatar_url']);

/** `notes` tells in words what was shortened and what was left out. */
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
      const kept = firstById(value, mostItems[key] ?? value.length);
      const over = value.length - kept.length;
      if (over > 0) leftOut.push(`left out ${over} of ${value.length} ${key}`);
      return kept.map((one, index) => bound(one, [...path, index]));
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, one]) => [name, bound(one, [...path, name])]);
    return Object.fromEntries(fields);
  };
  const bounded = bound(row, []) as Row;
  const texts = fewOf(shortened).join(', ');
  return {
    row: bounded,
    notes: texts ? [`shortened what is too long (${texts})`, ...leftOut] : leftOut,
  };
}

function boundText(key: string, text: string): string {
  if (exact.has(key)) return text;
  if (bodies.has(key)) return cutHtml(text, limits.body);
  const most = key === 'summary' ? limits.summary.max : limits.name.max;
  if (text.length <= most) return text;
  // Where the part that stays has nothing to see, the whole has no name.
  return shorten(text.replace(invisibleStart, ''), most - 1);
}

const ellipsis = '…';

/** HTML of at most so many bytes, which ends neither within a character nor within a tag. */
function cutHtml(html: string, bytes: number): string {
  if (Buffer.byteLength(html) <= bytes) return html;
  const room = new Uint8Array(bytes - Buffer.byteLength(ellipsis));
  const { read } = new TextEncoder().encodeInto(html, room);
  return `${html.slice(0, read).replace(/<[a-z/!][^<>]*$/i, '')}${ellipsis}`;
}
