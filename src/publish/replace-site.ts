import { rename, rm } from 'node:fs/promises';
import { tryLock } from '../lib/lock.ts';
import { WaymarkError } from '../model/errors.ts';
import { verifySite } from './verify.ts';

// Takes a way to render a site into a folder; gives the public folder with that site in it.
// Renders beside the old site, verifies, and only then puts the new one in its place.
// Never touches the old site when rendering fails.

export interface ReplaceOptions {
  /** The public folder, absolute. */
  outDir: string;
  /** Keeps other processes from replacing the same folder meanwhile. */
  lockFile: string;
  /** Writes a whole site into an empty folder. */
  render(folder: string): Promise<void>;
}

/**
 * Number of files of the new site.
 * @throws WaymarkError when what was rendered is not fit to be shown; the old site stays
 */
export async function replaceSite({ outDir, lockFile, render }: ReplaceOptions): Promise<number> {
  using lock = tryLock(lockFile);
  if (!lock)
    throw new WaymarkError(`Another build into ${outDir} is running. Wait for it, or stop it.`);
  const next = `${outDir}.next`;
  const old = `${outDir}.old`;
  await rm(next, { recursive: true, force: true });
  try {
    await render(next);
    const verdict = await verifySite(next);
    if (verdict.kind === 'unsound')
      throw new WaymarkError(
        `The new site is not fit to be shown: ${verdict.problems.join(', ')}.\nThe old one stays.`,
      );
    await rm(old, { recursive: true, force: true });
    await moveIfThere(outDir, old);
    await rename(next, outDir);
    await rm(old, { recursive: true, force: true });
    return verdict.files;
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
