import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '../lib/files/missing.ts';
import { removeFile } from '../lib/files/remove-file.ts';
import { WaymarkError } from '../model/errors.ts';
import { inWords } from './generations/failure.ts';
import {
  isAsStocked,
  isSame,
  type SiteStats,
  type Stock,
  takeStock,
} from './generations/file-index.ts';
import { inspectOutDir } from './generations/out-dir.ts';
import { refuseForeignFiles } from './generations/own-files.ts';
import { placeOf } from './generations/site-paths.ts';
import { copySite, type Shown } from './staging/copy-site.ts';
import { forget, type Memory, recall, remember } from './staging/publish-cache.ts';
import { type BeginOptions, type Begun, beginCopy, removeFolder } from './staging/stage.ts';
import { problemsInWords, type SiteDemands, verifySite } from './staging/verify.ts';

// Takes a built site; gives a plain folder with that site in it, for hosts that are handed one.
// Copies it beside the old one, verifies the copy, and only then puts it in the old one's place.
// Never touches the old one when the new one is not fit to be shown.

export interface ReplaceOptions extends BeginOptions {
  demands: SiteDemands;
  begun?: Begun | undefined;
  /** What the disk says of what was built, where that is known already. */
  stats?: SiteStats | undefined;
}

/**
 * Copies and checks what is built so far: of a site that changed a little, nearly all of it.
 * @throws WaymarkError when OUT_DIR holds something else
 */
export async function beginReplacement(options: BeginOptions): Promise<Begun> {
  const { outDir } = options;
  await recover(outDir);
  return await beginCopy(options, besideOf(outDir).next);
}

/**
 * Number of files of the new site. Two renames: whoever reads in between them finds nothing, which
 * generations spare those who serve the folder itself. Nor is it waited for until all is on the
 * disk: what a loss of power takes can be built again.
 * @throws WaymarkError when the new site is not fit to be shown, or when OUT_DIR holds something
 *   else; the old site stays
 */
export async function replaceSite(options: ReplaceOptions): Promise<number> {
  const { built, outDir, demands, begun, stats } = options;
  const { next } = besideOf(outDir);
  try {
    if (!begun) await recover(outDir);
    const known = begun?.known ?? (await recall(options.memory));
    const stock = await takeStock(built, begun?.stock ?? known.built, stats);
    if (await isShown(outDir, stock, known.shown)) return stock.size;
    const copied = await copySite({
      ...{ built, stock, to: next, shown: known.shown, durable: false },
      begun: begun?.copied,
    });
    const copy = { built: stock, ...copied, sound: begun?.sound };
    const verdict = await verifySite(next, demands, copy);
    if (verdict.kind === 'unsound') throw new WaymarkError(problemsInWords(verdict.problems));
    if (existsSync(outDir)) await refuseForeignFiles(outDir);
    const shown = { folder: outDir, stock: copied.stock };
    await takePlace(options, { built: stock, shown }, known.shown);
    return verdict.files;
  } catch (error) {
    throw inWords(outDir, error);
  } finally {
    removeFolder(next);
  }
}

/** Clears up what earlier runs left there. */
async function recover(outDir: string): Promise<void> {
  const { next, old } = besideOf(outDir);
  // Killed between the two renames, a run leaves the old site there.
  if ((await inspectOutDir(placeOf(outDir))).kind === 'nothing') await moveIfThere(old, outDir);
  removeFolder(next);
}

async function takePlace(
  { outDir, memory, attic }: BeginOptions,
  now: Memory & { shown: Shown },
  before: Shown | undefined,
): Promise<void> {
  const { next, old } = besideOf(outDir);
  removeFolder(old);
  // Killed from here on, a run leaves what nobody knows the files of.
  await forget(memory);
  await moveIfThere(outDir, old);
  await rename(next, outDir);
  await remember(memory, now);
  if (attic && before?.folder === outDir) {
    removeChanged(old, before.stock, now.shown.stock);
    await stow(old, attic);
  }
  removeFolder(old);
}

/** Removes from the old site what the new one has otherwise, or not at all: a few files of many. */
function removeChanged(folder: string, before: Stock, now: Stock): void {
  for (const [path, { digest }] of before)
    if (now.get(path)?.digest !== digest) removeFile(folder, path);
}

/** Moves what takes long to remove to where it is in nobody's way, if that can be done at once. */
async function stow(folder: string, attic: string): Promise<void> {
  removeFolder(attic);
  await moveIfThere(folder, attic).catch(() => {});
}

function besideOf(outDir: string): { next: string; old: string } {
  // What has such a name is removed: nobody else gives it.
  const beside = (end: string) => join(dirname(outDir), `.${basename(outDir)}.waymark-${end}`);
  return { next: beside('next'), old: beside('old') };
}

/** Whether the public folder is the built site already. */
async function isShown(outDir: string, stock: Stock, shown: Shown | undefined): Promise<boolean> {
  if (shown?.folder !== outDir || !existsSync(outDir)) return false;
  return isSame(shown.stock, stock) && isAsStocked(outDir, shown.stock);
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
