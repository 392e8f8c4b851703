import { join } from 'node:path';
import { toInstant } from '../lib/instant.ts';
import { carryHashed } from './carry.ts';
import { inWords } from './failure.ts';
import { flip } from './flip.ts';
import { type Generation, namesIn, readGenerations } from './generations.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { lockPlace, type Place, placeOf } from './place.ts';
import { readPause, writePause } from './state.ts';

// Takes an order to go back; gives the generation before the live one, live, and a pause.
// Pauses first: killed between the two, nothing newer is published over it.
// Never brings back unasked what was withdrawn.

export type RollbackOutcome =
  | { kind: 'rolled back'; from: string; to: string; returned: string[] }
  /** What is live stays: these were withdrawn since, and would come back. */
  | { kind: 'refused'; to: string; withdrawn: string[] }
  /** Nothing older is kept, or nothing was published. */
  | { kind: 'nowhere to go' };

export interface RollbackOptions {
  /** Absolute. */
  outDir: string;
  /** Brings back what was withdrawn since. */
  force: boolean;
  now: Date;
}

/** @throws WaymarkError when another process publishes there, or when the disk is full */
export async function rollBack({ outDir, force, now }: RollbackOptions): Promise<RollbackOutcome> {
  const place = placeOf(outDir);
  if ((await namesIn(place.generations)).length === 0) return { kind: 'nowhere to go' };
  using _lock = lockPlace(place);
  const paused = await readPause(place);
  const { all, live } = await readGenerations(place);
  const target = live && all.findLast(({ name }) => name < live.name);
  if (!target) return { kind: 'nowhere to go' };
  const withdrawn = withdrawnSince(target.manifest, live.manifest);
  if (withdrawn.length > 0 && !force) return { kind: 'refused', to: target.name, withdrawn };
  const [from, to] = [live.name, target.name];
  try {
    await writePause(place, { since: toInstant(now), from, to });
    await takeLive(place, target, live, now);
  } catch (error) {
    await writePause(place, paused ?? null);
    throw inWords(place.outDir, error);
  }
  return { kind: 'rolled back', from, to, returned: withdrawn };
}

/** With the hashed files that pages of the newer one, in readers' hands, may still ask for. */
async function takeLive(
  place: Place,
  { name, manifest }: Generation,
  newer: Generation,
  now: Date,
): Promise<void> {
  const carried = await carryHashed({
    from: join(place.generations, newer.name),
    live: newer.manifest,
    to: join(place.generations, name),
    own: manifest.hashed,
    now,
  });
  const all = { ...manifest.carried, ...carried };
  await writeManifest(place.generations, name, { ...manifest, carried: all });
  await flip(place, name, { kind: 'generation', name: newer.name });
}

/** Lets publishing go on. Whether it was paused. */
export async function resume(outDir: string): Promise<boolean> {
  const place = placeOf(outDir);
  if (!(await readPause(place))) return false;
  using _lock = lockPlace(place);
  await writePause(place, null);
  return true;
}

/** Addresses of entries that the older one has and no page of the live one answers. */
function withdrawnSince(older: Manifest, live: Manifest): string[] {
  const there = new Set(live.pages);
  return older.entries.filter((path) => !there.has(path));
}
