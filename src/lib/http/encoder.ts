import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { digest } from '../digest.ts';
import type { Encoding } from './content-encoding.ts';

/** What stands for the bytes of a text. */
export function nameOf(text: Uint8Array): string {
  return digest(text, 32);
}

/** Compresses a text; `name` stands for its bytes. */
export type Encoder = (
  name: string,
  encoding: Encoding,
  text: Uint8Array,
) => Promise<Uint8Array<ArrayBuffer>>;

/** How much compressed text is kept, in bytes: some ten thousand pages. */
export const maxCachedBytes = 64 * 1024 * 1024;

/** What keeping a text takes besides its name and its bytes. */
const overhead = 256;

interface EncoderOptions {
  /** How much compressed text is kept, in bytes. */
  maxSize?: number;
  /** For texts that change often, and are read by few before they do: a little larger, much sooner. */
  isQuick?: boolean;
}

/**
 * Compresses each text once and keeps the result: the pages of a new generation that did not change
 * are compressed already. Doing it at publish time would make three files of every page, and the
 * way from an event to the live page that much longer.
 */
export function createEncoder(options: EncoderOptions = {}): Encoder {
  const { maxSize = maxCachedBytes, isQuick = false } = options;
  const cache = new LRUCache<string, Uint8Array<ArrayBuffer>, Compress>({
    maxSize,
    sizeCalculation: (bytes, name) => bytes.length + name.length + overhead,
    // Several readers who ask at the same time wait for the same work. zlib gives a part of a much
    // larger buffer, all of which would be kept.
    fetchMethod: async (_key, _stale, { context }) => new Uint8Array(await context()),
  });
  return (name, encoding, text) =>
    cache.forceFetch(`${encoding} ${name}`, { context: () => compress[encoding](text, isQuick) });
}

type Compress = () => Promise<Uint8Array<ArrayBuffer>>;

/** The best brotli takes a second for a large feed: a reader waits for it. In bytes. */
const small = 128 * 1024;

const [brotli, deflate] = [promisify(brotliCompress), promisify(gzip)];

type Compressor = (text: Uint8Array, isQuick: boolean) => Promise<Uint8Array<ArrayBuffer>>;

const compress: Record<Encoding, Compressor> = {
  br: (text, isQuick) =>
    brotli(text, {
      params: {
        [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
        [zlib.BROTLI_PARAM_QUALITY]: isQuick ? 4 : text.length <= small ? 10 : 5,
        [zlib.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text, isQuick) => deflate(text, { level: isQuick ? 5 : 9 }),
};
