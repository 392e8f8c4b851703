// @module-tag soak

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { randomFrom } from '../../support/random-from.ts';
import { changes, contentChanges } from './changes.ts';
import { nextWorld } from './next-world.ts';
import {
  copyProjectOfWorlds,
  openCheckout,
  type WorldProject,
  writeSite,
  writeWorld,
} from './site-of-world.ts';
import { firstWorld, type World } from './world.ts';

// A few builds in every test run, of the checkout without cards, because compiling a renderer or
// drawing the cards takes longer than a build. `npm run test:soak` runs many builds of a copy of the
// project, with all changes.
const isSoak = process.env.SOAK_STEPS !== undefined;
const seeds = Number(process.env.SOAK_RUNS ?? 1);
const steps = Number(process.env.SOAK_STEPS ?? 3);
const names = isSoak
  ? Object.keys(changes)
  : [...contentChanges, 'shows other things', 'renames the workspace'];

for (let seed = 1; seed <= seeds; seed += 1)
  test(`over ${steps} steps of changes, kills and reverts, a build equals a clean one (seed ${seed})`, async () => {
    const copy = isSoak ? await copyProjectOfWorlds() : undefined;
    await using project: WorldProject = copy ?? (await openCheckout());
    const random = randomFrom(seed);
    const worlds: World[] = [firstWorld()];
    const reported: string[] = [];
    for (let step = 0; step < steps; step += 1) {
      const world =
        step === 0 ? firstWorld() : nextWorld(worlds, { step, random, reported }, names);
      worlds.push(world);
      // Two output folders, each with its own earlier builds. The clean build has none.
      const out = random() < 0.7 ? 'one' : 'two';
      const env = await (copy
        ? writeWorld(copy, 'world', world)
        : writeSite(project.folder, 'world', withoutCards(world)));
      if (isKilledAt(step, random)) await killedBuild(project, out, env, random);
      expect(await build(project, out, env), reported.join(', ')).toMatchObject({
        code: 0,
        stderr: '',
      });
      // The first build is a clean one itself.
      if (step === 0) continue;
      expect(await build(project, 'clean', env, ['--full'])).toMatchObject({ code: 0 });
      const [given, clean] = await Promise.all([filesOf(project, out), filesOf(project, 'clean')]);
      const differing = Object.keys({ ...given, ...clean }).filter((p) => given[p] !== clean[p]);
      expect(differing, `after: ${reported.join(', ')}`).toEqual([]);
      expect(Object.keys(clean).length).toBeGreaterThan(50);
    }
  }, 1_800_000);

/**
 * Whether a build is killed before the build of this step. In an ordinary run, not the first one: it
 * may compile the renderer of the checkout, which other tests wait for.
 */
function isKilledAt(step: number, random: () => number): boolean {
  return isSoak ? random() < 0.3 : step === 1;
}

function withoutCards(world: World): World {
  return { ...world, config: { ...world.config, show: { ...world.config.show, cards: false } } };
}

async function build(
  project: WorldProject,
  out: string,
  env: Record<string, string>,
  args: string[] = [],
) {
  return project.build({ ...env, OUT_DIR: outOf(project, out) }, args);
}

/** Runs a build and kills its processes after a random time. */
async function killedBuild(
  project: WorldProject,
  out: string,
  env: Record<string, string>,
  random: () => number,
): Promise<void> {
  await mkdir(join(project.folder, out), { recursive: true });
  const signal = AbortSignal.timeout(Math.round(300 + random() * (isSoak ? 3000 : 700)));
  await project.build({ ...env, OUT_DIR: outOf(project, out) }, [], signal);
}

function outOf({ folder }: WorldProject, out: string): string {
  return join(folder, out, 'dist');
}

function filesOf(project: WorldProject, out: string): Promise<Record<string, string>> {
  return filesIn(outOf(project, out));
}
