import { join } from 'node:path';
import { flip } from './flip.ts';
import { type Generations, generationNames, readGenerations } from './generations.ts';
import { clearLeftovers } from './leftovers.ts';
import { describeFolder, writeManifest } from './manifest.ts';
import type { SitePaths } from './site-paths.ts';

/**
 * Makes whole what killed runs and people left: leftovers are removed, a live generation without
 * its manifest gets one, and where OUT_DIR is gone, or leads nowhere, the newest one is live again.
 */
export async function recoverSite(paths: SitePaths): Promise<Generations> {
  const found = await readGenerations(paths);
  const { live, outDirState } = found;
  if (live || outDirState.kind === 'folder' || outDirState.kind === 'empty folder')
    return clearLeftovers(paths, found);
  const names = await generationNames(paths.generations);
  if (outDirState.kind === 'generation' && names.includes(outDirState.name)) {
    const folder = join(paths.generations, outDirState.name);
    await writeManifest(paths.generations, outDirState.name, await describeFolder(folder));
    return recoverSite(paths);
  }
  const left = await clearLeftovers(paths, found);
  const newest = left.all.at(-1);
  if (!newest) return left;
  await flip(paths, newest.name, outDirState);
  return readGenerations(paths);
}
