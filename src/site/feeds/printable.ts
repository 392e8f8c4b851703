import { dropForbidden } from '../../lib/text/text.ts';

/**
 * Control characters that XML 1.0 allows but some feed readers reject: DEL and the second set (C1).
 */
const control = /[\u007f-\u009f]/g;

/**
 * A copy of a value without the characters that some feed readers reject. Call it before escaping.
 * If characters were removed after escaping, the text before and after them could form markup.
 */
export function printableXml<T>(value: T): T {
  if (typeof value === 'string') return dropForbidden(value).replace(control, '') as T;
  if (Array.isArray(value)) return value.map(printableXml) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, printableXml(one)]);
  return Object.fromEntries(entries) as T;
}
