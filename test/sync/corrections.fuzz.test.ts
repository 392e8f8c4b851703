// @module-tag soak

import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { ReleaseLog } from '../../src/model/content/release-log.ts';
import { recover } from '../../src/store/write/apply.ts';
import { filesIn } from '../support/files-in.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { randomFrom } from '../support/random-from.ts';
import { runSyncById } from './by-id/start-by-id.ts';
import { leaveUnfinished } from './leave-unfinished.ts';
import { CorrectionsWorld } from './plan/corrections-world.ts';
import { runSync, type Synced, startSync } from './run-sync.ts';

const file = 'release-log.json';

test('random corrections, syncs and kills always leave the expected log', async () => {
  const seen = { told: 0, kills: 0, byId: 0, lost: 0 };
  for (let seed = 1; seed <= fuzzRuns(1, 40); seed += 1) {
    const world = new CorrectionsWorld(randomFrom(seed));
    await using it = await startSync();
    await walk(it, world);
    for (let turn = 0; turn < 40; turn += 1) await liveOn(it, world, seen);
    await walk(it, world);
    seen.told += world.told;
  }
  expect(seen.told).toBeGreaterThan(20);
  for (const count of [seen.kills, seen.byId, seen.lost]) expect(count).toBeGreaterThan(2);
}, 600_000);

/** Makes some changes and then a sync, which is killed in one of three cases. */
async function liveOn(
  it: Synced,
  world: CorrectionsWorld,
  seen: Record<'kills' | 'byId' | 'lost', number>,
): Promise<void> {
  for (let steps = world.below(8); steps >= 0; steps -= 1) world.step();
  world.now += 1;
  it.script.releases = world.rows();
  if (world.below(9) === 0) seen.lost += await disturb(it, world);
  const kind = world.below(6);
  if (kind < 2) seen.kills += await killedWalk(it, world, kind === 0);
  else if (kind === 2) seen.byId += await syncById(it, world);
  else await walk(it, world);
}

const options = (world: CorrectionsWorld) => ({
  allowMassDelete: true,
  assets: world.assets,
  needsAction: (_type: unknown, html: string) => world.needsAction(html),
  now: new Date(world.now),
});

async function walk(it: Synced, world: CorrectionsWorld): Promise<void> {
  world.synced();
  await it.run({ ...options(world), full: world.below(4) === 0 });
  await expectLog(it, world);
  expect((await it.run(options(world))).files).toEqual({ written: 0, removed: 0 });
}

/** Syncs some of the releases by id; returns 1 if that wrote something. */
async function syncById(it: Synced, world: CorrectionsWorld): Promise<number> {
  const ids = world.releases.map(({ id }) => id).filter(() => world.below(3) === 0);
  if (ids.length === 0) return 0;
  const before = await filesIn(it.folder);
  const { kind } = await runSyncById(it.api.url, it.folder, ids, options(world));
  if (kind === 'deferred') return 0;
  world.synced(ids);
  await expectLog(it, world);
  return isDeepStrictEqual(await filesIn(it.folder), before) ? 0 : 1;
}

/**
 * An interference from outside: the log is lost or damaged, a file is edited, or options change.
 */
async function disturb(it: Synced, world: CorrectionsWorld): Promise<number> {
  await recover(it.folder);
  const kind = world.below(5);
  if (kind === 0) world.assets = !world.assets;
  else if (kind === 4) world.action = new Set(['urgent', 'later', 'small'].slice(world.below(3)));
  else if (kind === 1) {
    const id = world.edit();
    const path = join(it.folder, `releases/${id}.json`);
    if (id) await writeFile(path, (await readFile(path, 'utf8')).replace('Title', 'By hand'));
  } else {
    world.loseLog();
    await (kind === 2 ? rm(join(it.folder, file)) : writeFile(join(it.folder, file), '<<<'));
  }
  return 1;
}

/** Leaves the folder as if a sync was killed while it applied its plan. */
async function killedWalk(it: Synced, world: CorrectionsWorld, isDone: boolean): Promise<number> {
  await recover(it.folder);
  const copy = `${it.folder}-copy`;
  await rm(copy, { recursive: true, force: true });
  await cp(it.folder, copy, { recursive: true });
  await runSync(it.api.url, copy, options(world));
  if (isDone) world.synced();
  await leaveUnfinished(it.folder, await filesIn(copy), isDone, (count) => world.below(count));
  return 1;
}

async function expectLog(it: Synced, world: CorrectionsWorld): Promise<void> {
  const files = await filesIn(it.folder);
  const { prepared: _, ...log }: ReleaseLog = JSON.parse(files[file] ?? '');
  for (const part of log.corrections.flatMap(({ parts }) => parts))
    if (part.kind === 'reworded') part.keys?.sort();
  expect(log).toEqual(world.expected());
  const tokens = Object.values(files).flatMap((text) => text.match(/tok\d+/g) ?? []);
  expect(tokens.sort()).toEqual(world.publicTokens());
}
