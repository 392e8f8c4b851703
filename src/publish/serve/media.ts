import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import parseRange from 'range-parser';
import { digestOfFile } from '../generations/file-index.ts';

interface MediaPart {
  start: number;
  end: number;
}

/** A file that may be too large for memory. */
interface Media {
  size: number;
  /** Digest of the file's bytes. */
  name: string;
  /**
   * Streams the whole file or a part of it. `start` and `end` are the first and the last byte,
   * counted from 0.
   */
  stream(part?: MediaPart): ReadableStream;
}

/** Opens files, and caches their digests. */
export function createMediaReader(): (file: string) => Promise<Media> {
  const names = new LRUCache<string, string, string>({
    max: 10_000,
    fetchMethod: async (_key, _stale, { context }) => (await digestOfFile(context)).slice(0, 32),
  });
  return async (file) => {
    const { dev, ino, mtimeNs, size } = await stat(file, { bigint: true });
    const name = await names.forceFetch(`${dev} ${ino} ${mtimeNs} ${size}`, { context: file });
    const stream = (part: MediaPart | object = {}) =>
      Readable.toWeb(createReadStream(file, part)) as ReadableStream;
    return { size: Number(size), name, stream };
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
