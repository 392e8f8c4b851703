import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import parseRange from 'range-parser';
import { digestOfFile } from '../generations/file-index.ts';

/** The first and the last byte of a part of a file, counted from 0. */
interface MediaPart {
  start: number;
  end: number;
}

/** Creates a function that opens files, which may be too large for memory, and caches digests. */
export function createMediaReader() {
  const names = new LRUCache<string, string, string>({
    max: 10_000,
    fetchMethod: async (_key, _stale, { context }) => (await digestOfFile(context)).slice(0, 32),
  });
  return async (file: string) => {
    const { dev, ino, mtimeNs, size } = await stat(file, { bigint: true });
    const name = await names.forceFetch(`${dev} ${ino} ${mtimeNs} ${size}`, { context: file });
    const stream = (part?: MediaPart) =>
      Readable.toWeb(createReadStream(file, part)) as ReadableStream;
    return { size: Number(size), /** Digest of the file's bytes. */ name, stream };
  };
}

/**
 * The requested range of a file: the whole file (`all`), a part, or a part outside the file
 * (`none`).
 */
export type RequestedRange = { kind: 'all' } | { kind: 'part'; part: MediaPart } | { kind: 'none' };

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
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return { kind: 'all' };
  const parts = parseRange(size, range, { combine: true });
  if (parts === -1) return { kind: 'none' };
  if (parts === -2 || parts.type !== 'bytes') return { kind: 'all' };
  const [part, another] = parts;
  return part && !another ? { kind: 'part', part } : { kind: 'all' };
}
