import { constants, copyFileSync, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { syncFolder } from '../../lib/files/atomic-file.ts';
import { ifMissing } from '../../lib/files/missing.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';

/**
 * Copies files from one folder into another, over what may stand there, and waits until they are
 * on the disk. Gives the paths that were copied: those that are not there are passed over.
 */
export async function copyFiles(
  from: string,
  to: string,
  paths: readonly string[],
): Promise<string[]> {
  await makeFolders(to, paths);
  const copied = await copyIfThere(from, to, paths);
  // Only now: when all is written, the first of these writes most of it to the disk at once.
  await syncFiles(to, copied);
  return copied;
}

/** Makes all folders that some files lie in. */
export async function makeFolders(root: string, paths: readonly string[]): Promise<void> {
  await forEachYielding(foldersOf(paths), (folder) =>
    mkdirSync(join(root, folder), { recursive: true }),
  );
}

/**
 * Copies one file, without making folders and without waiting for the disk. Copies and never hard links: what was
 * built may be written again in place.
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

/** Waits until files are on the disk, and the folders that they lie in. */
export async function syncFiles(folder: string, paths: readonly string[]): Promise<void> {
  const limit = pLimit(filesAtOnce);
  await all(limit, paths, (path) => syncFile(join(folder, path)));
  await all(limit, foldersOf(paths), (path) => syncFolder(join(folder, path)));
}

/** All folders that some files lie in. */
function foldersOf(paths: Iterable<string>): string[] {
  const folders = new Set(['.']);
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  return [...folders];
}

/** More at once would not be written sooner. */
const filesAtOnce = 16;

/** Fails only when nothing runs any more: else what clears up after the failure is not the last to write. */
async function all<T>(
  limit: LimitFunction,
  items: readonly T[],
  task: (item: T) => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled(items.map((item) => limit(task, item)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function copyNow(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    ifMissing(error);
    return false;
  }
}

async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.sync();
}
