import { join } from 'node:path';
import { flip } from './flip.ts';
import { type Generations, namesIn, readGenerations } from './generations.ts';
import { clearLeftovers } from './leftovers.ts';
import { describeFolder, writeManifest } from './manifest.ts';
import type { SitePaths } from './site-paths.ts';

/**
 * Makes whole what killed runs and people left: leftovers are removed, a live generation without
 * its manifest gets one, and where OUT_DIR is gone, or leads nowhere, the newest one is live again.
 */
export async function recoverSite(place: SitePaths): Promise<Generations> {
  const found = await readGenerations(place);
  const { all, live, standing } = found;
  if (live || standing.kind === 'folder' || standing.kind === 'empty folder') {
    await clearLeftovers(place, found);
    return readGenerations(place);
  }
  const names = await namesIn(place.generations);
  if (standing.kind === 'generation' && names.includes(standing.name)) {
    const folder = join(place.generations, standing.name);
    await writeManifest(place.generations, standing.name, await describeFolder(folder));
    return recoverSite(place);
  }
  await clearLeftovers(place, found);
  const newest = all.at(-1);
  if (newest) await flip(place, newest.name, standing);
  return readGenerations(place);
}
