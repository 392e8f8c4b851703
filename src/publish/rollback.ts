import { join } from 'node:path';
import { toIsoUtc } from '../lib/time/clock.ts';
import { cannotChange } from './generations/failure.ts';
import { flip } from './generations/flip.ts';
import { type Generation, generationNames, readGenerations } from './generations/generations.ts';
import { writeManifest } from './generations/manifest.ts';
import { lockSite, type SitePaths, sitePathsOf } from './generations/site-paths.ts';
import { readPause, writePause } from './generations/state.ts';
import { retainHashed } from './staging/retained-assets.ts';

// Takes an order to go back; gives an older generation than the live one, live, and a pause.
// Pauses first: killed between the two, nothing newer is published over it.
// Never brings back unasked what was withdrawn.

export type RollbackOutcome =
  | { kind: 'rolled back'; from: string; to: string; returned: string[] }
  /** What is live stays: these were withdrawn since, and would come back. */
  | { kind: 'refused'; to: string; withdrawn: string[] }
  /** Nothing older is kept, or nothing was published. */
  | { kind: 'nowhere to go' }
  /** No generation that is kept has this name. */
  | { kind: 'unknown'; to: string }
  /** The one that is live, or one that was gone back from. */
  | { kind: 'not older'; to: string; live: string };

export interface RollbackOptions {
  /** Absolute. */
  outDir: string;
  /** The name of the generation to go to; the one before the live one where there is none. */
  to?: string | undefined;
  /** Brings back what was withdrawn since. */
  force: boolean;
  now: Date;
}

/**
 * @throws WaymarkError when another process publishes there, or when nothing can be written; what
 *   is live stays
 */
export async function rollBack({
  outDir,
  to,
  force,
  now,
}: RollbackOptions): Promise<RollbackOutcome> {
  const paths = sitePathsOf(outDir);
  if ((await generationNames(paths.generations)).length === 0) return { kind: 'nowhere to go' };
  using _lock = lockSite(paths);
  const paused = await readPause(paths);
  const { all, live } = await readGenerations(paths);
  if (!live) return { kind: 'nowhere to go' };
  const chosen = chooseTarget(all, live.name, to);
  if (chosen.kind !== 'chosen') return chosen;
  const { target } = chosen;
  const pages = new Set(live.manifest.pages);
  const withdrawn = target.manifest.entries.filter((path) => !pages.has(path));
  if (withdrawn.length > 0 && !force) return { kind: 'refused', to: target.name, withdrawn };
  const names = { from: live.name, to: target.name };
  try {
    await writePause(paths, { since: toIsoUtc(now), ...names });
    await takeLive(paths, target, live, now);
  } catch (error) {
    // Where that fails as well, what is told is what failed first.
    await writePause(paths, paused ?? null).catch(() => {});
    throw cannotChange(outDir, error);
  }
  return { kind: 'rolled back', ...names, returned: withdrawn };
}

type Chosen = { kind: 'chosen'; target: Generation };

/** @param all oldest first */
function chooseTarget(
  all: readonly Generation[],
  live: string,
  to: string | undefined,
): Chosen | Exclude<RollbackOutcome, { kind: 'rolled back' | 'refused' }> {
  if (to === undefined) {
    const before = all.findLast(({ name }) => name < live);
    return before ? { kind: 'chosen', target: before } : { kind: 'nowhere to go' };
  }
  const target = all.find(({ name }) => name === to);
  if (!target) return { kind: 'unknown', to };
  return to < live ? { kind: 'chosen', target } : { kind: 'not older', to, live };
}

/** With the hashed files that pages of the newer one, in readers' hands, may still ask for. */
async function takeLive(
  paths: SitePaths,
  { name, manifest }: Generation,
  newer: Generation,
  now: Date,
): Promise<void> {
  const carried = await retainHashed({
    from: join(paths.generations, newer.name),
    live: newer.manifest,
    to: join(paths.generations, name),
    own: manifest.hashed,
    now,
  });
  const all = { ...manifest.carried, ...carried };
  await writeManifest(paths.generations, name, { ...manifest, carried: all });
  await flip(paths, name, { kind: 'generation', name: newer.name });
}

/** Lets publishing go on. Whether it was paused. @throws WaymarkError as `rollBack` does */
export async function resume(outDir: string): Promise<boolean> {
  const paths = sitePathsOf(outDir);
  if (!(await readPause(paths))) return false;
  using _lock = lockSite(paths);
  await writePause(paths, null).catch((error) => {
    throw cannotChange(outDir, error);
  });
  return true;
}
