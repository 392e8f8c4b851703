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
export async function recoverSite(place: SitePaths): Promise<Generations> {
  const found = await readGenerations(place);
  const { all, live, outDirState } = found;
  if (live || outDirState.kind === 'folder' || outDirState.kind === 'empty folder') {
    await clearLeftovers(place, found);
    return readGenerations(place);
  }
  const names = await generationNames(place.generations);
  if (outDirState.kind === 'generation' && names.includes(outDirState.name)) {
    const folder = join(place.generations, outDirState.name);
    await writeManifest(place.generations, outDirState.name, await describeFolder(folder));
    return recoverSite(place);
  }
  await clearLeftovers(place, found);
  const newest = all.at(-1);
  if (newest) await flip(place, newest.name, outDirState);
  return readGenerations(place);
}
