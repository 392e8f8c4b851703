import parseRange from 'range-parser';
import type { MediaPart } from './media.ts';

/** What an answer to `Range` holds: everything, a part, or nothing, as the file ends before it. */
export type AskedRange = { kind: 'all' } | { kind: 'part'; part: MediaPart } | { kind: 'none' };

/**
 * Which part of a file is asked for (RFC 9110, 14.2 and 13.1.5): players of videos ask for parts,
 * and some of them play nothing else. Several parts in one request are answered with everything.
 * @param etag of the file, with its quotes: a part of what has changed since would fit nothing
 */
export function askedPart(
  range: string | undefined,
  ifRange: string | undefined,
  { size, etag }: { size: number; etag: string },
): AskedRange {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return { kind: 'all' };
  const parts = parseRange(size, range, { combine: true });
  if (parts === -1) return { kind: 'none' };
  if (parts === -2 || parts.type !== 'bytes') return { kind: 'all' };
  const [part, another] = parts;
  return part && !another ? { kind: 'part', part } : { kind: 'all' };
}
