import { constants, copyFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../lib/files/atomic-file.ts';
import { makeFolder } from '../../lib/files/make-folder.ts';
import { ifMissing } from '../../lib/files/missing.ts';
import { forAll } from '../../lib/for-all.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';

/**
 * Copies files, overwrites existing files, and waits until the copies are on the disk. Skips
 * missing files. Returns the copied paths.
 */
export async function copyFiles(
  from: string,
  to: string,
  paths: readonly string[],
): Promise<string[]> {
  await makeFolders(to, paths);
  const copied = await copyIfThere(from, to, paths);
  // Flushing after all copies is faster, because the first flush also writes most of the other
  // files.
  await syncFiles(to, copied);
  return copied;
}

/** Creates the folders that contain these files. */
export async function makeFolders(root: string, paths: readonly string[]): Promise<void> {
  await forEachYielding(foldersOf(paths), (folder) => makeFolder(join(root, folder)));
}

/**
 * Copies files without creating folders or waiting for the disk. Missing files are skipped. Does
 * not make hard links, because other programs may change the source in place.
 */
export async function copyIfThere(
  from: string,
  to: string,
  paths: readonly string[],
): Promise<string[]> {
  const copied: string[] = [];
  await forEachYielding(paths, (path) => {
    if (copyNow(join(from, path), join(to, path))) copied.push(path);
  });
  return copied;
}

/** Flushes files and their folders to the disk. */
export async function syncFiles(folder: string, paths: readonly string[]): Promise<void> {
  await forAll(paths, filesAtOnce, async (path) => {
    await using handle = await open(join(folder, path), 'r+');
    await handle.sync();
  });
  await forAll(foldersOf(paths), filesAtOnce, (path) => syncFolder(join(folder, path)));
}

/** All folders that contain the files, directly or indirectly. */
function foldersOf(paths: Iterable<string>): string[] {
  const folders = new Set(['.']);
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  return [...folders];
}

/** Number of files that are flushed at once. A higher number would not be faster. */
const filesAtOnce = 16;

function copyNow(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    ifMissing(error);
    return false;
  }
}
