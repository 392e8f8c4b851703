import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digest } from '../../lib/digest.ts';
import { digestOfFile, type IndexedFile } from '../../publish/generations/file-index.ts';

// Puts files into an output, whole: what is there is replaced and never written to, since what is in
// public may be linked to it. Where a file has these bytes already, nothing is done, and nothing is
// given.

/** @param known digest of the file that is there */
export function putFile(
  folder: string,
  path: string,
  bytes: Uint8Array,
  known: string | undefined,
): IndexedFile | undefined {
  const own = digest(bytes);
  if (own === known) return undefined;
  return { ...replace(folder, path, (begun) => writeFileSync(begun, bytes)), digest: own };
}

/** @param from a file of any size @param known digest of the file that is there */
export async function copyFile(
  folder: string,
  path: string,
  from: string,
  known: string | undefined,
): Promise<IndexedFile | undefined> {
  const own = await digestOfFile(from);
  if (own === known) return undefined;
  return { ...replace(folder, path, (begun) => copyFileSync(from, begun)), digest: own };
}

function replace(
  folder: string,
  path: string,
  write: (begun: string) => void,
): Omit<IndexedFile, 'digest'> {
  const file = join(folder, path);
  const begun = join(dirname(file), `.${basename(file)}.begun`);
  const place = () => {
    write(begun);
    renameSync(begun, file);
  };
  try {
    makeFolder(dirname(file));
    place();
  } catch {
    makeWay(folder, path);
    place();
  }
  const { size, mtimeMs, ino } = statSync(file);
  return { size, mtimeMs, ino };
}

/** To see that it is missing costs less than to hear of it from a file that cannot be written. */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
}

/** Makes a file's folders; what stands in its place, or in theirs, is left of an earlier site. */
function makeWay(folder: string, path: string): void {
  const parts = path.split('/');
  for (const [index] of parts.slice(1).entries()) {
    const parent = join(folder, ...parts.slice(0, index + 1));
    if (statIfThere(parent)?.isFile()) rmSync(parent);
  }
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  const file = join(folder, path);
  if (statIfThere(file)?.isDirectory()) rmSync(file, { recursive: true });
}

function statIfThere(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}
