import { expect, test } from 'vitest';
import { addHook } from '../../../../src/service/events/hooks.ts';
import { openDatabase } from '../../../../src/service/open-database.ts';
import { apiKey } from '../../../service/start.ts';
import { eventually } from '../../../support/eventually.ts';
import { startProxy } from '../../../support/postgres/proxy.ts';
import { testDatabase } from '../../../support/postgres/test-database.ts';
import { randomFrom } from '../../../support/random-from.ts';
import { ask } from '../crash-client.ts';
import { expectNothingLost, settle } from './nothing-lost.ts';
import { startHooks } from './start-hooks.ts';
import { startInstance } from './start-instance.ts';
import { startWriters } from './writers.ts';

const random = randomFrom(1);

/**
 * Starts three instances, a proxy between them and PostgreSQL, and clients that write to all of
 * them.
 */
async function startProxied() {
  const lifetimes = new AsyncDisposableStack();
  const store = lifetimes.use(await testDatabase());
  const proxy = lifetimes.use(await startProxy(store.folder));
  const { db } = lifetimes.use(await openDatabase({ engine: 'postgres', url: store.url }));
  const hooks = lifetimes.use(await startHooks(3, { random, longestMs: 15 }));
  for (const url of hooks.urls)
    await addHook(db, { url, events: ['release.published'] }, new Date());
  const url = `postgres://waymark@127.0.0.1:${proxy.port}/${store.name}`;
  const start = async () =>
    lifetimes.use(await startInstance({ database: { engine: 'postgres', url }, apiKey }));
  const instances = await Promise.all([start(), start(), start()]);
  const choose = () => instances[Math.floor(random() * 3)]?.url ?? '';
  const writers = startWriters({ count: 6, choose, random });
  return {
    db,
    proxy,
    hooks,
    instances,
    writers,
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** Status and duration, in milliseconds, of an answer. */
async function timed(url: string, method: string, path: string, body?: object) {
  const begun = performance.now();
  const { status } = await ask(url, method, path, body);
  return { status, ms: performance.now() - begun };
}

type Proxied = Awaited<ReturnType<typeof startProxied>>;

const draft = { title: 'Two', status: 'DRAFT' };

/** Waits until some more releases have been scheduled. */
async function progress({ writers }: Proxied): Promise<void> {
  const before = writers.acknowledged.scheduled.size;
  await eventually(() => writers.acknowledged.scheduled.size - before).toBeGreaterThan(5);
}

async function expectRefusals({ instances }: Proxied, trouble: string): Promise<void> {
  const calls = instances.flatMap(({ url }, n) => [
    timed(url, 'GET', '/v1/releases'),
    timed(url, 'POST', '/v1/releases', { ...draft, slug: `${trouble}-${n}` }),
  ]);
  for (const { status, ms } of await Promise.all(calls)) {
    // After a cut connection, a new one can be opened at once.
    if (trouble !== 'cut') expect(status).toBe(503);
    expect(ms).toBeLessThan(5000);
  }
  if (trouble !== 'cut') for (const { url } of instances) await eventuallyReady(url, 503);
}

/** Waits for the status of `/readyz`, which is cached for a second. */
async function eventuallyReady(url: string, status: number): Promise<void> {
  await eventually(async () => (await timed(url, 'GET', '/readyz')).status).toBe(status);
}

async function expectReturn({ instances, hooks }: Proxied, trouble: string): Promise<void> {
  const back = performance.now();
  const told = new Set(hooks.received);
  for (const [n, { url }] of instances.entries()) {
    const again = { ...draft, slug: `after-${trouble}-${n}` };
    const write = async () => (await timed(url, 'POST', '/v1/releases', again)).status;
    await eventually(write).toBe(201);
    await eventuallyReady(url, 200);
  }
  expect(performance.now() - back).toBeLessThan(5000);
  // Leases have their default length, so deliveries must not wait for one to expire.
  const paths = () =>
    new Set([...hooks.received].filter((one) => !told.has(one)).map((one) => one.split(' ')[0]));
  await eventually(() => paths().size).toBe(hooks.urls.length);
}

test('without PostgreSQL, instances answer 503 within 5 s, and recover within 5 s with deliveries', async () => {
  await using it = await startProxied();
  for (const trouble of ['stall', 'cut', 'refuse'] as const) {
    await progress(it);
    await it.proxy[trouble]();
    await expectRefusals(it, trouble);
    await it.proxy.resume();
    await expectReturn(it, trouble);
  }
  await it.writers.end();
  await settle(it.db);
  const { acknowledged } = it.writers;
  await expectNothingLost(it.db, acknowledged, it.hooks);
  const others = [...acknowledged.statuses].filter((status) => ![200, 201, 503].includes(status));
  expect(others).toEqual([]);
});
