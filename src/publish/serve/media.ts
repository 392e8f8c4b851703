import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { digestOfFile } from '../generations/file-index.ts';

export interface MediaPart {
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
