import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isText, isWorthEncoding } from '../../lib/http/content-encoding.ts';
import { type Encoder, maxCachedBytes, nameOf } from '../../lib/http/encoder.ts';
import { statsIn } from '../generations/file-index.ts';
import { typeOf } from '../rules/file-rules.ts';

/** Compresses the texts of a generation in advance. `root` is the folder of the generation. */
type Precompressor = (root: string) => void;

/**
 * Compresses one text at a time in the background, up to half of the cache, starting with pages
 * near the root. A newer generation stops the work. Only prepares brotli, which browsers ask for;
 * gzip is fast enough on request.
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
    // An error, such as for a removed folder, only means that texts are compressed on request.
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
