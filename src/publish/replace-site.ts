import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { WaymarkError } from '../model/errors.ts';
import { copyFiles } from './copy-files.ts';
import { inWords } from './failure.ts';
import { inspectOutDir } from './out-dir.ts';
import { placeOf } from './place.ts';
import { sizesIn } from './stock.ts';
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
}

/**
 * Number of files of the new site. Two renames: whoever reads in between them finds nothing, which
 * generations spare those who serve the folder itself.
 * @throws WaymarkError when the new site is not fit to be shown, or when OUT_DIR holds something
 *   else; the old site stays
 */
export async function replaceSite({ built, outDir, demands }: ReplaceOptions): Promise<number> {
  const beside = (end: string) => join(dirname(outDir), `.${basename(outDir)}.${end}`);
  const [next, old] = [beside('next'), beside('old')];
  // Killed between the two renames, a run leaves the old site there.
  if ((await inspectOutDir(placeOf(outDir))).kind === 'nothing') await moveIfThere(old, outDir);
  await rm(next, { recursive: true, force: true });
  try {
    const sizes = await sizesIn(built);
    await copyFiles(built, next, [...sizes.keys()]);
    const verdict = await verifySite(next, demands, sizes);
    if (verdict.kind === 'unsound') throw new WaymarkError(problemsInWords(verdict.problems));
    await rm(old, { recursive: true, force: true });
    await moveIfThere(outDir, old);
    await rename(next, outDir);
    await rm(old, { recursive: true, force: true });
    return verdict.files;
  } catch (error) {
    throw inWords(outDir, error);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
