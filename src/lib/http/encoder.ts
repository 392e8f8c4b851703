import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { digest } from '../digest.ts';
import type { Encoding } from './content-encoding.ts';

/** A digest that identifies a text. */
export function nameOf(text: Uint8Array): string {
  return digest(text, 32);
}

/** Compresses a text. `name` identifies the text in the cache. */
export type Encoder = (
  name: string,
  encoding: Encoding,
  text: Uint8Array,
) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Default size of the cache of compressed texts, in bytes. It is enough for about ten thousand
 * pages.
 */
const maxCachedBytes = 64 * 1024 * 1024;

/** Memory that a cache entry takes in addition to its name and text, in bytes. */
const overhead = 256;

interface EncoderOptions {
  /** Maximum size of the cache, in bytes. */
  maxSize?: number;
  /**
   * Whether to compress faster, with slightly larger results. Useful for texts that change often
   * and have few readers.
   */
  isQuick?: boolean;
}

/**
 * Compresses each text once and caches the result by content, so that pages that a new build leaves
 * unchanged need not be compressed again. Compressing all pages when they are published would
 * triple the number of files and delay each publication.
 */
export function createEncoder(options: EncoderOptions = {}): Encoder {
  const { maxSize = maxCachedBytes, isQuick = false } = options;
  const cache = new LRUCache<string, Uint8Array<ArrayBuffer>, Compress>({
    maxSize,
    sizeCalculation: (bytes, name) => bytes.length + name.length + overhead,
    // Concurrent requests for a text share one compression. The result is copied, because the
    // original would keep zlib's larger buffer in memory.
    fetchMethod: async (_key, _stale, { context }) => new Uint8Array(await context()),
  });
  return (name, encoding, text) =>
    cache.forceFetch(`${encoding} ${name}`, { context: () => compress[encoding](text, isQuick) });
}

type Compress = () => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Texts above this size in bytes get a lower brotli quality, because the best quality would take
 * about a second.
 */
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
