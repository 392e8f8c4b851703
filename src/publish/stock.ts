import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { digest } from '../lib/digest.ts';
import { inTurns } from '../lib/in-turns.ts';

/** What is known of a file: while the first three stay as they are, the last one does too. */
export interface FileStock {
  /** In bytes. */
  size: number;
  mtimeMs: number;
  ino: number;
  /** SHA-256 of its bytes. */
  digest: string;
}

/** Files of a folder by path, with forward slashes, sorted. */
export type Stock = ReadonlyMap<string, FileStock>;

/**
 * All files below a folder.
 * @param known of an earlier time: files that are still as they were then are not read again
 */
export async function takeStock(folder: string, known: Stock = new Map()): Promise<Stock> {
  const stock = new Map<string, FileStock>();
  const large: string[] = [];
  await inTurns(await statsIn(folder), ([path, { size, mtimeMs, ino }]) => {
    const before = known.get(path);
    const isKnown = before && isAsKnown({ size, mtimeMs, ino }, before);
    if (!isKnown && size >= streamedFrom) large.push(path);
    const of = isKnown || size >= streamedFrom ? before?.digest : digestNow(join(folder, path));
    stock.set(path, { size, mtimeMs, ino, digest: of ?? '' });
  });
  for (const path of large) {
    const file = stock.get(path);
    if (file) file.digest = await digestOfFile(join(folder, path));
  }
  return stock;
}

/** Whether a folder holds just the files that it was known to hold, as they were then. */
export async function isAsStocked(folder: string, known: Stock): Promise<boolean> {
  const stats = await statsIn(folder);
  if (stats.size !== known.size) return false;
  return [...known].every(([path, file]) => {
    const now = stats.get(path);
    return now !== undefined && isAsKnown(now, file);
  });
}

/** Whether a file is still what was known of it. */
export function isAsKnown(
  { size, mtimeMs, ino }: Pick<Stats, 'size' | 'mtimeMs' | 'ino'>,
  known: FileStock,
): boolean {
  return size === known.size && mtimeMs === known.mtimeMs && ino === known.ino;
}

/** One digest of all files below a folder: of their paths and of every byte. */
export function digestOfStock(stock: Stock): string {
  return digest([...stock].map(([path, file]) => `${file.digest} ${path}\n`).join(''));
}

/** SHA-256 of a file of any size, as lower-case hex. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** In bytes: smaller files are read whole; a stream costs several times as much as a page. */
const streamedFrom = 1024 * 1024;

function digestNow(file: string): string {
  return digest(readFileSync(file));
}

/** What the disk says of all files below a folder, by path with forward slashes, sorted. */
export async function statsIn(folder: string): Promise<Map<string, Stats>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
  const stats = new Map<string, Stats>();
  await inTurns(paths, (path) => {
    stats.set(path, statSync(join(folder, path)));
  });
  return stats;
}
