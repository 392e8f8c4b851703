import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isText, isWorthEncoding } from '../../lib/http/content-encoding.ts';
import { type Encoder, maxCachedBytes, nameOf } from '../../lib/http/encoder.ts';
import { statsIn } from '../generations/file-index.ts';
import { typeOf } from '../rules/file-rules.ts';

/** Compresses the texts of a generation in advance. `root` is the folder of the generation. */
type Precompressor = (root: string) => void;

/**
 * Compresses one text at a time in the background, starting with pages near the root, until half of
 * the cache is full. A newer generation stops the work. Only brotli is prepared, because browsers
 * prefer it; gzip is fast enough on request.
 */
export function createPrecompressor(encode: Encoder): Precompressor {
  let current: string | undefined;

  async function work(root: string): Promise<void> {
    let bytes = 0;
    for (const path of await textsIn(root)) {
      if (current !== root || bytes > maxCachedBytes / 2) return;
      const text = await readFile(join(root, path));
      bytes += (await encode(nameOf(text), 'br', text)).length;
    }
  }

  return (root) => {
    if (root === current) return;
    current = root;
    // After an error, for example because the folder was removed, texts are compressed on request.
    void work(root).catch(() => {});
  };
}

async function textsIn(root: string): Promise<string[]> {
  const files = [...(await statsIn(root))];
  const depth = (path: string) => path.split('/').length;
  return files
    .filter(([path, { size }]) => isText(typeOf(path)) && isWorthEncoding(size))
    .map(([path]) => path)
    .sort((a, b) => depth(a) - depth(b));
}
