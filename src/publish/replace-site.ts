import { existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { WaymarkError } from '../model/errors.ts';
import { copySite, type Shown } from './copy-site.ts';
import { inWords } from './failure.ts';
import { recall, remember } from './memory.ts';
import { inspectOutDir } from './out-dir.ts';
import { placeOf } from './place.ts';
import { digestOfStock, isAsStocked, type Stock, takeStock } from './stock.ts';
import { problemsInWords, type SiteDemands, verifySite } from './verify.ts';

// Takes a built site; gives a plain folder with that site in it, for hosts that are handed one.
// Copies it beside the old one, verifies the copy, and only then puts it in the old one's place.
// Never touches the old one when the new one is not fit to be shown.

export interface ReplaceOptions {
  /** What was built; left as it is. */
  built: string;
  /** The public folder, absolute; no link to a generation. */
  outDir: string;
  demands: SiteDemands;
  /** A file that may remember what was built and shown before. */
  memory?: string | undefined;
}

/**
 * Number of files of the new site. Two renames: whoever reads in between them finds nothing, which
 * generations spare those who serve the folder itself. Nor is it waited for until all is on the
 * disk: what a loss of power takes can be built again.
 * @throws WaymarkError when the new site is not fit to be shown, or when OUT_DIR holds something
 *   else; the old site stays
 */
export async function replaceSite(options: ReplaceOptions): Promise<number> {
  const { built, outDir, demands } = options;
  const beside = (end: string) => join(dirname(outDir), `.${basename(outDir)}.${end}`);
  const [next, old] = [beside('next'), beside('old')];
  // Killed between the two renames, a run leaves the old site there.
  if ((await inspectOutDir(placeOf(outDir))).kind === 'nothing') await moveIfThere(old, outDir);
  remove(next);
  try {
    const { built: known, shown } = await recall(options.memory);
    const stock = await takeStock(built, known);
    if (await isShown(outDir, stock, shown)) return stock.size;
    const copied = await copySite({ built, stock, to: next, shown, durable: false });
    const verdict = await verifySite(next, demands, { built: stock, ...copied });
    if (verdict.kind === 'unsound') throw new WaymarkError(problemsInWords(verdict.problems));
    remove(old);
    await moveIfThere(outDir, old);
    await rename(next, outDir);
    await remember(options.memory, {
      built: stock,
      shown: { folder: outDir, stock: copied.stock },
    });
    remove(old);
    return verdict.files;
  } catch (error) {
    throw inWords(outDir, error);
  } finally {
    remove(next);
  }
}

/** Whether the public folder is the built site already. */
async function isShown(outDir: string, stock: Stock, shown: Shown | undefined): Promise<boolean> {
  if (shown?.folder !== outDir || !existsSync(outDir)) return false;
  if (digestOfStock(shown.stock) !== digestOfStock(stock)) return false;
  return isAsStocked(outDir, shown.stock);
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Nobody else is to have a turn here, and without waiting for each file it takes a third. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
