import { dropForbidden } from '../../lib/text/text.ts';

/** Control characters that XML 1.0 allows, but not every reader: DEL and the second set (C1). */
const control = /[\u007f-\u009f]/g;

/**
 * A copy of a value, its texts without the characters that stop one reader or another. This comes
 * before any escaping: what is taken out afterwards could bring together what was kept apart.
 */
export function printableXml<T>(value: T): T {
  if (typeof value === 'string') return dropForbidden(value).replace(control, '') as T;
  if (Array.isArray(value)) return value.map(printableXml) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, printableXml(one)]);
  return Object.fromEntries(entries) as T;
}
