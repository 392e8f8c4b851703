// @module-tag soak

import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { DatabaseLocation } from '../../../../src/service/database/location.ts';
import { addHook } from '../../../../src/service/events/hooks.ts';
import { openDatabase } from '../../../../src/service/open-database.ts';
import { apiKey } from '../../../service/start.ts';
import { eventually } from '../../../support/eventually.ts';
import { startCluster, urlOf } from '../../../support/postgres/cluster.ts';
import { testDatabase } from '../../../support/postgres/test-database.ts';
import { randomFrom } from '../../../support/random-from.ts';
import { expectNothingLost, settle } from './nothing-lost.ts';
import { startHooks } from './start-hooks.ts';
import { type Instance, startInstance } from './start-instance.ts';
import { startWriters } from './writers.ts';

const kills = Number(process.env.SOAK_KILLS ?? 2);
const serverKills = Math.ceil(kills / 2);
const leaseMs = 3000;

/** Starts three instances on one database, hooks, and clients that write to all instances. */
async function startThree(url: string) {
  const lifetimes = new AsyncDisposableStack();
  const random = randomFrom(kills);
  const location: DatabaseLocation = { engine: 'postgres', url };
  const { db } = lifetimes.use(await openDatabase(location));
  const hooks = lifetimes.use(await startHooks(4, { random, longestMs: 15 }));
  for (const url of hooks.urls)
    await addHook(db, { url, events: ['release.published'] }, new Date());
  const start = async () =>
    lifetimes.use(await startInstance({ database: location, apiKey, leaseMs }));
  const instances = await Promise.all([start(), start(), start()]);
  const stopped = new Set<Instance>();
  const choose = () => {
    const awake = instances.filter((instance) => !stopped.has(instance));
    return awake[Math.floor(random() * awake.length)]?.url ?? '';
  };
  const writers = startWriters({ count: 4, choose, random });
  /** Waits until some more releases have been scheduled, and then for a random time. */
  const progress = async () => {
    const before = writers.acknowledged.scheduled.size;
    await eventually(() => writers.acknowledged.scheduled.size - before).toBeGreaterThan(5);
    await delay(random() * 200);
  };
  const expectSettled = async () => {
    await writers.end();
    await settle(db);
    await expectNothingLost(db, writers.acknowledged, hooks);
    console.log(`${writers.acknowledged.scheduled.size} releases were scheduled and published`);
  };
  return {
    instances,
    stopped,
    start,
    random,
    progress,
    writers,
    expectSettled,
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

test('kills and a suspended instance of three neither lose nor double anything', async () => {
  await using database = await testDatabase();
  await using it = await startThree(database.url);
  const { instances, stopped, random } = it;
  let sleeping = Promise.resolve();
  const sleep = async (instance: Instance) => {
    stopped.add(instance);
    instance.stop();
    await delay(leaseMs + 500 + random() * 500);
    instance.resume();
    stopped.delete(instance);
  };
  for (let kill = 0; kill < kills; kill += 1) {
    await it.progress();
    if (stopped.size === 0) sleeping = sleep(instances[kill % 3] as Instance);
    await it.progress();
    const victim = instances.findIndex((instance) => !stopped.has(instance));
    await instances[victim]?.kill();
    instances[victim] = await it.start();
  }
  await sleeping;
  await it.progress();
  await it.expectSettled();
}, 900_000);

test('kills of PostgreSQL under three instances neither lose nor double anything', async () => {
  await using cluster = await startCluster({ isDurable: true });
  await using it = await startThree(urlOf(cluster.folder, 'postgres'));
  for (let kill = 0; kill < serverKills; kill += 1) {
    await it.progress();
    await cluster.kill();
    await cluster.start();
  }
  await it.progress();
  await it.expectSettled();
  expect([...it.writers.acknowledged.statuses].toSorted()).toEqual([200, 201, 503]);
}, 900_000);
