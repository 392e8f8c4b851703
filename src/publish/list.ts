import { readGenerations } from './generations/generations.ts';
import { timeOf } from './generations/manifest.ts';
import { sitePathsOf } from './generations/site-paths.ts';
import { whyPaused } from './generations/state.ts';

interface Listed {
  name: string;
  time: Date;
  pages: number;
  live: boolean;
}

export interface GenerationList {
  /** Newest first. */
  generations: Listed[];
  /** Why nothing is published at present, in words. */
  paused: string | undefined;
}

/** Which generations are kept beside OUT_DIR (absolute), and which one is live. */
export async function listGenerations(outDir: string): Promise<GenerationList> {
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
