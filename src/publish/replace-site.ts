import { existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { moveIfThere } from '../lib/files/missing.ts';
import { removeFile } from '../lib/files/remove-file.ts';
import { remedyFor } from '../lib/remedy.ts';
import { WaymarkError } from '../model/errors.ts';
import { failureText } from './generations/failure.ts';
import { type FileIndex, isAsIndexed, isSame } from './generations/file-index.ts';
import { inspectOutDir } from './generations/out-dir.ts';
import { refuseForeignFiles } from './generations/own-files.ts';
import { sitePathsOf } from './generations/site-paths.ts';
import type { PublishOptions } from './publish.ts';
import { type CopySource, copySite, readyFiles } from './staging/copy-site.ts';
import { problemsInWords, verifySite } from './staging/verify.ts';

// Replaces a plain folder with a built site, for hosting providers that upload a folder. Copies the
// site into a folder beside the old one, verifies the copy, and only then swaps the two. If the
// verification fails, the old site stays.

export interface ReplaceOptions
  extends Pick<PublishOptions, 'built' | 'index' | 'outDir' | 'publishCache' | 'requirements'> {
  /**
   * Folder to which the replaced site is moved, so that the next copy can reuse its files. Files
   * that are not part of the new site are removed from this folder.
   */
  replaced?: string | undefined;
}

/**
 * Replaces the site and returns the number of files of the new site. For a moment between two
 * renames, readers find no site; publishing generations avoids this gap. Nothing is flushed to the
 * disk, because a lost site can be built again.
 * @throws WaymarkError if the new site fails its verification, or OUT_DIR is not a site that
 * Waymark built; the old site stays
 */
export async function replaceSite(options: ReplaceOptions): Promise<number> {
  const { built, index, outDir, requirements } = options;
  const { next, old } = besideOf(outDir);
  try {
    // If a run was killed between its two renames, the old site is still in `old`.
    const { kind } = await inspectOutDir(sitePathsOf(outDir));
    if (kind === 'nothing') await moveIfThere(old, outDir);
    removeFolder(next);
    const before = await options.publishCache?.load();
    if (await isShown(outDir, index, before)) return index.size;
    const ready = await startFrom(options.replaced, next, before);
    const copied = await copySite({ built, index, to: next, ready, shown: before, durable: false });
    const problems = await verifySite(next, requirements, { built: index, ...copied });
    if (problems.length > 0) throw new WaymarkError(problemsInWords(problems));
    if (existsSync(outDir)) await refuseForeignFiles(outDir);
    const shown = { folder: outDir, index: copied.index };
    await takePlace(options, shown, before);
    return copied.index.size;
  } catch (error) {
    throw failureText(outDir, error);
  } finally {
    removeFolder(next);
  }
}

/**
 * Moves the previously replaced site to `next`, so that only changed files have to be linked.
 * Returns the index of the moved files; undefined if there is no such site.
 */
async function startFrom(
  replaced: string | undefined,
  next: string,
  shown: CopySource | undefined,
): Promise<FileIndex | undefined> {
  if (!replaced || !existsSync(replaced)) return undefined;
  const isThere = shown && (await moveIfThere(replaced, next).catch(() => false));
  if (isThere) return readyFiles(next, shown.index);
  removeFolder(replaced);
  return undefined;
}

async function takePlace(
  { outDir, publishCache, replaced }: ReplaceOptions,
  now: CopySource,
  before: CopySource | undefined,
): Promise<void> {
  const { next, old } = besideOf(outDir);
  removeFolder(old);
  // The cache is cleared first, because it would not match the files if the process is killed
  // during the renames.
  await publishCache?.forget();
  await moveIfThere(outDir, old);
  await rename(next, outDir);
  await publishCache?.save(now);
  try {
    if (replaced && before?.folder === outDir) {
      for (const [path, { digest }] of before.index)
        if (now.index.get(path)?.digest !== digest) removeFile(old, path);
      removeFolder(replaced);
      await moveIfThere(old, replaced).catch(() => {});
    }
    removeFolder(old);
  } catch (error) {
    throw new WaymarkError(
      `The new site is in ${outDir}, but the replaced one cannot be removed: ${(error as Error).message}. ${remedyFor(error)}`,
      { cause: error },
    );
  }
}

/** Synchronous removal takes a third of the time of asynchronous removal. */
function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function besideOf(outDir: string): { next: string; old: string } {
  // Other programs do not use these names.
  const beside = (end: string) => join(dirname(outDir), `.${basename(outDir)}.waymark-${end}`);
  return { next: beside('next'), old: beside('old') };
}

/** Whether the public folder already contains the built site. */
async function isShown(
  outDir: string,
  index: FileIndex,
  shown: CopySource | undefined,
): Promise<boolean> {
  if (shown?.folder !== outDir || !existsSync(outDir)) return false;
  return isSame(shown.index, index) && isAsIndexed(outDir, shown.index);
}
