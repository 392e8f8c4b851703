// @module-tag soak

import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Project } from '../../../bench/support/project.ts';
import type { WorkerSite } from '../../../src/receiver/run/worker.ts';
import { randomFrom } from '../../support/random-from.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import { expectAsClean, publishElsewhere, siteOf } from '../receiver/worker-site.ts';
import { changes, contentChanges } from './changes.ts';
import { nextWorld } from './next-world.ts';
import { copyProjectOfWorlds } from './site-of-world.ts';
import { firstWorld, type Random, type World } from './world.ts';

// Only runs in `npm run test:soak`; `receiver/worker.long.test.ts` covers the worker in CI.
const seeds = Number(process.env.SOAK_RUNS ?? 4);
const steps = Number(process.env.SOAK_STEPS ?? 25);

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

for (let seed = 1; seed <= seeds; seed += 1)
  test(`over ${steps} steps with kills, a worker publishes what a clean build gives (seed ${seed})`, async () => {
    await using project = await copyProjectOfWorlds();
    const random = randomFrom(seed);
    const worlds: World[] = [firstWorld()];
    const reported: string[] = [];
    let site = await siteOf(project, firstWorld());
    let receiver = await startReceiver(project, site);
    await using _receiver = { [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() };
    await publishWithout(project, site, receiver);
    for (let step = 1; step <= steps; step += 1) {
      const names = random() < 0.75 ? contentChanges : Object.keys(changes);
      const world = nextWorld(worlds, { step, random, reported }, names);
      worlds.push(world);
      const before = site;
      site = await siteOf(project, world);
      // The base path is an environment variable of the receiver, so it has to restart.
      if (site.basePath !== before.basePath) {
        await receiver[Symbol.asyncDispose]();
        receiver = await startReceiver(project, site);
      }
      reported.push(await publishSomehow(project, site, { receiver, random }));
      await expectAsClean(project, site, reported.join(', '));
    }
    // Otherwise the test would not have tested a worker.
    expect(reported).toContain('by the worker');
  }, 1_800_000);

/** Publishes in a random way and returns a description of it. */
async function publishSomehow(
  project: Project,
  site: WorkerSite,
  { receiver, random }: { receiver: Receiver; random: Random },
): Promise<string> {
  const chance = random();
  if (chance < 0.2) {
    expect(await publishElsewhere(project, site)).toMatchObject({ code: 0 });
    return 'by another process';
  }
  if (chance < 0.4) {
    const asked = receiver.publish();
    await delay(random() * 400);
    receiver.killWorker();
    await asked;
    await publishWithout(project, site, receiver);
    return 'after its worker was killed';
  }
  const { outcome, error } = (await receiver.publish()) ?? {};
  expect(error?.message ?? '').toMatch(/^$|--any-page-count/);
  if (outcome) return 'by the worker';
  await publishWithout(project, site, receiver);
  return 'without a worker';
}

/** Builds without a worker, then starts a new one, as a receiver does. */
async function publishWithout(
  project: Project,
  site: WorkerSite,
  receiver: Receiver,
): Promise<void> {
  const { outcome, error } = (await receiver.build()) ?? {};
  // The site has fewer pages after a removal, which is intended here: publish with
  // `--any-page-count`.
  if (error?.message.includes('--any-page-count')) await publishElsewhere(project, site);
  else expect([outcome?.kind, error]).toEqual(['live', undefined]);
  await receiver.start();
}
