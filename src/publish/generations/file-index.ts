import { createHash } from 'node:crypto';
import {
  createReadStream,
  type Dirent,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import { ifMissing, isMissing } from '../../lib/files/missing.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';

/**
 * Metadata and digest of a file. While size, modification time and inode stay the same, the file is
 * assumed to be unchanged.
 */
export const IndexedFile = z.object({
  /** In bytes. */
  size: z.number(),
  mtimeMs: z.number(),
  ino: z.number(),
  /** SHA-256 of the file's bytes. */
  digest: z.string(),
});
export type IndexedFile = z.infer<typeof IndexedFile>;

/** The files of a folder, by path with forward slashes, in the order of their paths. */
export type FileIndex = ReadonlyMap<string, IndexedFile>;

/**
 * Indexes the files below a folder. Skips files that are removed during the indexing.
 * @param known an earlier index; files that still match it are not read again
 */
export async function indexFiles(folder: string, known: FileIndex = new Map()): Promise<FileIndex> {
  const index = new Map<string, IndexedFile>();
  const large: string[] = [];
  await forEachYielding(await statsIn(folder), ([path, { size, mtimeMs, ino }]) => {
    const before = known.get(path);
    const isKnown = before && isAsKnown({ size, mtimeMs, ino }, before);
    const isLarge = !isKnown && size >= streamedFrom;
    if (isLarge) large.push(path);
    const digest = isKnown ? before.digest : isLarge ? unread : digestNow(join(folder, path));
    if (digest !== undefined) index.set(path, { size, mtimeMs, ino, digest });
  });
  for (const path of large) {
    const file = index.get(path);
    const digest = await digestOfFile(join(folder, path)).catch(ifMissing);
    if (file && digest !== undefined) file.digest = digest;
    else index.delete(path);
  }
  return index;
}

/** Whether two sites have the same files with the same bytes. */
export function isSame(one: FileIndex, other: FileIndex): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([path, { digest }]) => other.get(path)?.digest === digest);
}

/** Whether a folder still matches its index. */
export async function isAsIndexed(folder: string, known: FileIndex): Promise<boolean> {
  const paths = await pathsIn(folder);
  let isSame = paths.length === known.size;
  await forEachYielding(isSame ? paths : [], (path) => {
    const [file, now] = [known.get(path), statSync(join(folder, path), { throwIfNoEntry: false })];
    isSame &&= file !== undefined && now !== undefined && isAsKnown(now, file);
  });
  return isSame;
}

/** Whether a file still matches its index entry. */
export function isAsKnown(
  { size, mtimeMs, ino }: Pick<Stats, 'size' | 'mtimeMs' | 'ino'>,
  known: IndexedFile,
): boolean {
  return size === known.size && mtimeMs === known.mtimeMs && ino === known.ino;
}

/** A digest of the paths and bytes of all files. */
export function digestOfIndex(index: FileIndex): string {
  return digest([...index].map(([path, file]) => `${file.digest} ${path}\n`).join(''));
}

/** SHA-256 of a file of any size, as lower-case hex. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/**
 * Size in bytes from which files are read as a stream. Smaller files are read as a whole, which is
 * faster.
 */
const streamedFrom = 1024 * 1024;

/** Placeholder for the digest of a large file until the file has been read. */
const unread = '';

function digestNow(file: string): string | undefined {
  try {
    return digest(readFileSync(file));
  } catch (error) {
    return ifMissing(error);
  }
}

/**
 * Metadata of all files below a folder, sorted by path with forward slashes. Skips files that are
 * removed while the folder is read.
 * @param onOther called with each path that is neither a file nor a folder, such as a link
 */
export async function statsIn(
  folder: string,
  onOther: (path: string) => void = () => {},
): Promise<Map<string, Stats>> {
  const stats = new Map<string, Stats>();
  await forEachYielding((await pathsIn(folder, onOther)).sort(), (path) => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false });
    if (found) stats.set(path, found);
  });
  return stats;
}

export async function pathsIn(
  root: string,
  onOther: (path: string) => void = () => {},
): Promise<string[]> {
  const paths: string[] = [];
  // Subfolders are appended to this list while it is iterated.
  const folders = [''];
  await forEachYielding(folders, (folder) => {
    for (const entry of entriesOf(root, folder)) {
      if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
      else if (entry.isFile()) paths.push(`${folder}${entry.name}`);
      else onOther(`${folder}${entry.name}`);
    }
  });
  return paths;
}

function entriesOf(root: string, folder: string): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    const vanished = folder !== '' && isMissing(error);
    if (vanished) return [];
    throw error;
  }
}
