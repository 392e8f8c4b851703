import { copyFileSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digest } from '../../lib/digest.ts';
import { ifMissing } from '../../lib/files/missing.ts';
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
  try {
    write(begun);
  } catch (error) {
    ifMissing(error);
    mkdirSync(dirname(file), { recursive: true });
    write(begun);
  }
  renameSync(begun, file);
  const { size, mtimeMs, ino } = statSync(file);
  return { size, mtimeMs, ino };
}
