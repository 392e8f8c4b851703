import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FileIndex, type IndexedFile, isAsKnown, statsIn } from '../generations/file-index.ts';

/**
 * What lies in a folder that a copy is to start from: with its digest what is the same file as in
 * public. Links are removed: somebody else's own, where the folder was public, and what they lead to
 * would be written to.
 * @param shown what is in public
 */
export async function readyFiles(folder: string, shown: FileIndex): Promise<FileIndex> {
  const stats = await statsIn(folder, (path) => rmSync(join(folder, path)));
  const files = new Map<string, IndexedFile>();
  for (const [path, { size, mtimeMs, ino }] of stats) {
    const known = shown.get(path);
    const isSame = known && isAsKnown({ size, mtimeMs, ino }, known);
    files.set(path, isSame ? known : { size, mtimeMs, ino, digest: '' });
  }
  return files;
}
