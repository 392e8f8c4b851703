import { existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { moveIfThere } from '../lib/files/missing.ts';
import { removeFile } from '../lib/files/remove-file.ts';
import { WaymarkError } from '../model/errors.ts';
import { failureText } from './generations/failure.ts';
import { type FileIndex, isAsIndexed, isSame } from './generations/file-index.ts';
import { inspectOutDir } from './generations/out-dir.ts';
import { refuseForeignFiles } from './generations/own-files.ts';
import { sitePathsOf } from './generations/site-paths.ts';
import { type CopySource, copySite, readyFiles } from './staging/copy-site.ts';
import type { PublishCache } from './staging/publish-cache.ts';
import { problemsInWords, type SiteRequirements, verifySite } from './staging/verify.ts';

// Takes a built site; gives a plain folder with that site in it, for hosts that are handed one.
// Copies it beside the old one, verifies the copy, and only then puts it in the old one's place.
// Never touches the old one when the new one is not fit to be shown.

export interface ReplaceOptions {
  /** What is built; left as it is. */
  built: string;
  /** All that is in it. */
  index: FileIndex;
  /** The public folder, absolute. */
  outDir: string;
  /** What may remember what was shown before. */
  publishCache?: PublishCache | undefined;
  /**
   * Where the replaced site waits to become the next one, with what of it is in public still. What
   * was changed or withdrawn is removed with the publication.
   */
  replaced?: string | undefined;
  requirements: SiteRequirements;
}

/**
 * Number of files of the new site. Two renames: whoever reads in between them finds nothing, which
 * generations spare those who serve the folder itself. Nor is it waited for until all is on the
 * disk: what a loss of power takes can be built again.
 * @throws WaymarkError when the new site is not fit to be shown, or when OUT_DIR holds something
 *   else; the old site stays
 */
export async function replaceSite(options: ReplaceOptions): Promise<number> {
  const { built, index, outDir, requirements } = options;
  const { next } = besideOf(outDir);
  try {
    await recover(outDir);
    const before = await options.publishCache?.load();
    if (await isShown(outDir, index, before)) return index.size;
    const ready = await startFrom(options.replaced, next, before);
    const copied = await copySite({ built, index, to: next, ready, shown: before, durable: false });
    const verified = await verifySite(next, requirements, { built: index, ...copied });
    if (verified.kind === 'invalid') throw new WaymarkError(problemsInWords(verified.problems));
    if (existsSync(outDir)) await refuseForeignFiles(outDir);
    const shown = { folder: outDir, index: copied.index };
    await takePlace(options, shown, before);
    return verified.files;
  } catch (error) {
    throw failureText(outDir, error);
  } finally {
    removeFolder(next);
  }
}

/** Clears up what earlier runs left there. */
async function recover(outDir: string): Promise<void> {
  const { next, old } = besideOf(outDir);
  // Killed between the two renames, a run leaves the old site there.
  if ((await inspectOutDir(sitePathsOf(outDir))).kind === 'nothing') await moveIfThere(old, outDir);
  removeFolder(next);
}

/**
 * Puts the site that was replaced last in the next one's place, so that only what changed is linked,
 * and nothing of the rest removed. Gives what is in it; undefined where there is none.
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
  // Killed from here on, a run leaves what nobody knows the files of.
  await publishCache?.forget();
  await moveIfThere(outDir, old);
  await rename(next, outDir);
  await publishCache?.save(now);
  if (replaced && before?.folder === outDir) {
    for (const [path, { digest }] of before.index)
      if (now.index.get(path)?.digest !== digest) removeFile(old, path);
    removeFolder(replaced);
    await moveIfThere(old, replaced).catch(() => {});
  }
  removeFolder(old);
}

/** Nobody else is to have a turn here, and without waiting for each file it takes a third. */
function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function besideOf(outDir: string): { next: string; old: string } {
  // What has such a name is removed: nobody else gives it.
  const beside = (end: string) => join(dirname(outDir), `.${basename(outDir)}.waymark-${end}`);
  return { next: beside('next'), old: beside('old') };
}

/** Whether the public folder is the built site already. */
async function isShown(
  outDir: string,
  index: FileIndex,
  shown: CopySource | undefined,
): Promise<boolean> {
  if (shown?.folder !== outDir || !existsSync(outDir)) return false;
  return isSame(shown.index, index) && isAsIndexed(outDir, shown.index);
}
