import { readGenerations } from './generations/generations.ts';
import { timeOf } from './generations/manifest.ts';
import { sitePathsOf } from './generations/site-paths.ts';
import { whyPaused } from './generations/state.ts';

/**
 * Lists the generations beside OUT_DIR, newest first, and says why publishing is paused, if it is.
 * @param outDir absolute
 */
export async function listGenerations(outDir: string) {
  const paths = sitePathsOf(outDir);
  const paused = await whyPaused(outDir);
  const { all, live } = await readGenerations(paths);
  const generations = all.toReversed().map(({ name, manifest }) => ({
    name,
    time: timeOf(name),
    pages: manifest.pages.length,
    live: name === live?.name,
  }));
  return { generations, paused };
}
