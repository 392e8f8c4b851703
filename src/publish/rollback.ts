import { join } from 'node:path';
import type { Waiting } from '../lib/files/lock.ts';
import { toIsoUtc } from '../lib/time/clock.ts';
import { cannotChange } from './generations/failure.ts';
import { flip } from './generations/flip.ts';
import { type Generation, generationNames, readGenerations } from './generations/generations.ts';
import { writeManifest } from './generations/manifest.ts';
import { type SitePaths, sitePathsOf, waitForSite } from './generations/site-paths.ts';
import { readPause, writePause } from './generations/state.ts';
import { retainHashed } from './staging/retained-assets.ts';

// Makes an older generation live and pauses publishing. The pause is written first, so that no
// publication replaces the older generation, even if the rollback is interrupted. Without `force`,
// a rollback is refused if it would make withdrawn entries public again.

export type RollbackOutcome =
  | { kind: 'rolled back'; from: string; to: string; returned: string[] }
  /**
   * The rollback was refused, because these entries were withdrawn after the target was published,
   * and would be public again.
   */
  | { kind: 'refused'; to: string; withdrawn: string[] }
  /** No older generation exists. */
  | { kind: 'nowhere to go' }
  /** No generation has this name. */
  | { kind: 'unknown'; to: string }
  /** The requested generation is live, or newer than the live one. */
  | { kind: 'not older'; to: string; live: string };

export interface RollbackOptions extends Waiting {
  /** Absolute. */
  outDir: string;
  /** Name of the target; by default the generation before the live one. */
  to?: string | undefined;
  /** Whether entries that were withdrawn since the target was published may become public again. */
  force: boolean;
  now: Date;
}

/**
 * Rolls the site back. Waits for another process that changes the site, such as a receiver that
 * prepares its next publication.
 * @throws WaymarkError if nothing can be written; the live site stays
 */
export async function rollBack(options: RollbackOptions): Promise<RollbackOutcome> {
  const { outDir, to, force, now } = options;
  const paths = sitePathsOf(outDir);
  if ((await generationNames(paths.generations)).length === 0) return { kind: 'nowhere to go' };
  using _lock = await waitForSite(paths, options);
  const paused = await readPause(paths);
  const { all, live } = await readGenerations(paths);
  if (!live) return { kind: 'nowhere to go' };
  const target = chooseTarget(all, live.name, to);
  if ('kind' in target) return target;
  const pages = new Set(live.manifest.pages);
  const withdrawn = target.manifest.entries.filter((path) => !pages.has(path));
  if (withdrawn.length > 0 && !force) return { kind: 'refused', to: target.name, withdrawn };
  const names = { from: live.name, to: target.name };
  try {
    await writePause(paths, { since: toIsoUtc(now), ...names });
    await takeLive(paths, target, live, now);
  } catch (error) {
    // If the previous pause cannot be restored, only the first error is reported.
    await writePause(paths, paused ?? null).catch(() => {});
    throw cannotChange(outDir, error);
  }
  return { kind: 'rolled back', ...names, returned: withdrawn };
}

/** @param all generations, oldest first */
function chooseTarget(
  all: readonly Generation[],
  live: string,
  to: string | undefined,
): Generation | RollbackOutcome {
  if (to === undefined) return all.findLast(({ name }) => name < live) ?? { kind: 'nowhere to go' };
  const target = all.find(({ name }) => name === to);
  if (!target) return { kind: 'unknown', to };
  return to < live ? target : { kind: 'not older', to, live };
}

/**
 * Makes an older generation live. Adds style sheets, scripts and fonts of the newer generation,
 * because already opened pages may request them.
 */
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

/** Resumes publishing; returns whether it was paused. Waits and throws as `rollBack` does. */
export async function resume(outDir: string, waiting: Waiting = {}): Promise<boolean> {
  const paths = sitePathsOf(outDir);
  if (!(await readPause(paths))) return false;
  using _lock = await waitForSite(paths, waiting);
  await writePause(paths, null).catch((error) => {
    throw cannotChange(outDir, error);
  });
  return true;
}
