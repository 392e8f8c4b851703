import parseRange, { type Range } from 'range-parser';

/**
 * The requested range of a file: the whole file (`all`), a part with its first and last byte counted
 * from 0, or a part outside the file (`none`).
 */
type RequestedRange = { kind: 'all' } | { kind: 'part'; part: Range } | { kind: 'none' };

/**
 * Parses `Range` (RFC 9110, 14.2 and 13.1.5), which video players need. A request for several parts
 * gets the whole file.
 * @param etag the file's ETag, in quotes; if `ifRange` differs from it, the whole file is sent
 */
export function requestedPart(
  range: string | undefined,
  ifRange: string | undefined,
  { size, etag }: { size: number; etag: string },
): RequestedRange {
  if (range === undefined) return { kind: 'all' };
  // A weak tag never matches (RFC 9110, 13.1.5).
  const isOther = ifRange !== undefined && (ifRange !== etag || ifRange.startsWith('W/'));
  if (isOther) return { kind: 'all' };
  const parts = parseRange(size, range, { combine: true });
  if (parts === -1) return { kind: 'none' };
  if (parts === -2 || parts.type !== 'bytes') return { kind: 'all' };
  const [part, another] = parts;
  return part && !another ? { kind: 'part', part } : { kind: 'all' };
}
