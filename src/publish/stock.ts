import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { digest } from '../lib/digest.ts';

/** More at once would not be read or written sooner. */
export const filesAtOnce = 16;

/** In bytes: smaller files are held in memory, some at once. */
const streamedFrom = 1024 * 1024;

/** Sizes of all files below a folder, in bytes, by path with forward slashes, sorted. */
export async function sizesIn(folder: string): Promise<Map<string, number>> {
  const paths = await pathsIn(folder);
  const sizes = await pLimit(filesAtOnce).map(
    paths,
    async (path) => [path, (await stat(join(folder, path))).size] as const,
  );
  return new Map(sizes);
}

/** One digest of all files below a folder: of their paths and of every byte. */
export async function digestOfFolder(folder: string): Promise<string> {
  const lines = await pLimit(filesAtOnce).map(await sizesIn(folder), async ([path, size]) => {
    const file = join(folder, path);
    // A stream costs several times as much as what there is to read of a page.
    const of = size < streamedFrom ? digest(await readFile(file)) : await digestOfFile(file);
    return `${of} ${path}\n`;
  });
  return digest(lines.join(''));
}

/** SHA-256 of a file of any size, as lower-case hex. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}
