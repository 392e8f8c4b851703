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
import { digest } from '../../lib/digest.ts';
import { ifMissing, isMissing } from '../../lib/files/missing.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';

/** What is known of a file: while the first three stay as they are, the last one does too. */
export interface IndexedFile {
  /** In bytes. */
  size: number;
  mtimeMs: number;
  ino: number;
  /** SHA-256 of its bytes. */
  digest: string;
}

/** Files of a folder by path, with forward slashes, sorted. */
export type FileIndex = ReadonlyMap<string, IndexedFile>;

/**
 * All files below a folder; one that vanishes meanwhile is none of them.
 * @param known of an earlier time: files that are still as they were then are not read again
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

/** Whether two sites have the same files, byte for byte. */
export function isSame(one: FileIndex, other: FileIndex): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([path, { digest }]) => other.get(path)?.digest === digest);
}

/** Whether a folder holds just the files that it was known to hold, as they were then. */
export async function isAsIndexed(folder: string, known: FileIndex): Promise<boolean> {
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
  known: IndexedFile,
): boolean {
  return size === known.size && mtimeMs === known.mtimeMs && ino === known.ino;
}

/** One digest of all files below a folder: of their paths and of every byte. */
export function digestOfIndex(index: FileIndex): string {
  return digest([...index].map(([path, file]) => `${file.digest} ${path}\n`).join(''));
}

/** SHA-256 of a file of any size, as lower-case hex. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** In bytes: smaller files are read whole; a stream costs several times as much as a page. */
const streamedFrom = 1024 * 1024;

/** Of large files, until they are read. */
const unread = '';

function digestNow(file: string): string | undefined {
  try {
    return digest(readFileSync(file));
  } catch (error) {
    return ifMissing(error);
  }
}

/**
 * What the disk says of all files below a folder, by path with forward slashes, sorted; a file that
 * vanishes meanwhile is none of them.
 * @param onOther told the paths of what is neither a file nor a folder, such as a link
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

export async function pathsIn(root: string, onOther: (path: string) => void): Promise<string[]> {
  const paths: string[] = [];
  // Grows while it is gone through.
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
