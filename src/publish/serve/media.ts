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

/** A picture, a font or another file that may be too large to be held in memory. */
interface Media {
  size: number;
  /** Stands for its bytes. */
  name: string;
  /** All of it, or a part: from its first byte to its last, both counted from 0. */
  stream(part?: MediaPart): ReadableStream;
}

/** Reads such files; the digest of each is worked out once. */
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

/** What an answer to `Range` holds: everything, a part, or nothing, as the file ends before it. */
export type RequestedRange = { kind: 'all' } | { kind: 'part'; part: MediaPart } | { kind: 'none' };

/**
 * Which part of a file is asked for (RFC 9110, 14.2 and 13.1.5): players of videos ask for parts,
 * and some of them play nothing else. Several parts in one request are answered with everything.
 * @param etag of the file, with its quotes: a part of what has changed since would fit nothing
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
