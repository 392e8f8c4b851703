import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/lib/http/client-identity.ts';
import { createRateLimit } from '../../../src/lib/http/rate-limit.ts';
import { createGuard } from '../../../src/service/http/guard.ts';
import { createKeyCheck } from '../../../src/service/keys/check.ts';
import { createKey, revokeKey } from '../../../src/service/keys/keys.ts';
import { startService } from '../start.ts';

/** A guard over a database that does not report writes, with a count of its queries. */
async function guarded(perMinute: number) {
  const service = await startService();
  const { clock } = service;
  let reads = 0;
  const db = service.db.withPlugin({
    transformQuery: ({ node }) => {
      reads += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { guard } = createGuard({
    keys: createKeyCheck({ db }, { clock }),
    rateLimits: {
      holders: createRateLimit(clock),
      strangers: createRateLimit(clock),
      webhooks: createRateLimit(clock),
    },
    perMinute: { elsewhere: perMinute, local: 0 },
  });
  const client: Omit<Caller, 'authorization'> = {
    address: '203.0.113.1',
    isLocal: false,
    isSecure: true,
    origin: 'https://api.example.com',
  };
  const ask = async (key: string) => {
    const caller = { ...client, authorization: `Bearer ${key}` };
    const app = new Hono().get('/', async (c) => (await guard(c, 'key', caller)) ?? c.text('in'));
    return (await app.request('/')).status;
  };
  return {
    ask,
    clock,
    db: service.db,
    reads: () => reads,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

test('guessed keys over the rate limit are not looked up', async () => {
  await using it = await guarded(3);
  const statuses = [];
  for (let n = 0; n < 50; n += 1) statuses.push(await it.ask(`guess-${n}`));
  expect(statuses.filter((status) => status === 401)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(47);
  expect(it.reads()).toBeLessThanOrEqual(4);
});

test('a refused key is not looked up again for a minute', async () => {
  await using it = await guarded(1000);
  await it.ask('guess');
  const before = it.reads();
  for (let n = 0; n < 50; n += 1) expect(await it.ask('guess')).toBe(401);
  expect(it.reads()).toBe(before);
});

test('creating and revoking a key take effect at once, even while others guess keys', async () => {
  await using it = await guarded(3);
  await it.ask('guess');
  const { id, key } = await createKey(it.db, { name: 'new' }, it.clock.now());
  expect(await it.ask(key)).toBe(200);
  for (let n = 0; n < 10; n += 1) await it.ask(`guess-${n}`);
  expect(await it.ask(key)).toBe(200);
  await revokeKey(it.db, id, it.clock.now());
  expect(await it.ask(key)).not.toBe(200);
});

/** A check of keys with a count of its reads. `version` is for an engine that reports writes. */
async function counted(version?: () => string) {
  const service = await startService();
  const { clock } = service;
  let reads = 0;
  const db = service.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1;
      return result;
    },
  });
  return {
    clock,
    ...createKeyCheck({ db, ...(version && { version }) }, { clock }),
    create: (name: string) => createKey(service.db, { name }, clock.now()),
    reads: () => reads,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

test('keys are read once per write, if the engine reports writes', async () => {
  let writes = 0;
  await using it = await counted(() => `${writes}`);
  expect(await it.holderOf('guess')).toBeUndefined();
  const { key } = await it.create('new');
  expect(await it.recall(key)).toBeUndefined();
  expect(it.reads()).toBe(1);
  writes += 1;
  expect(await it.recall(key)).toBeDefined();
  expect(await it.holderOf(key)).toBeDefined();
  expect(it.reads()).toBe(2);
});

test('keys are recalled for less than a second, if the engine does not report writes', async () => {
  await using it = await counted();
  const { key } = await it.create('first');
  expect(await it.recall(key)).toBeDefined();
  const { key: second } = await it.create('second');
  it.clock.advance(999);
  expect(await it.recall(second)).toBeUndefined();
  expect(it.reads()).toBe(1);
  it.clock.advance(1);
  expect(await it.recall(second)).toBeDefined();
  expect(it.reads()).toBe(2);
});

test('a refused key is neither recalled nor looked up for a minute', async () => {
  await using it = await counted();
  expect(await it.holderOf('guess')).toBeUndefined();
  it.clock.advance(59_999);
  expect(await it.recall('guess')).toBeUndefined();
  expect(await it.holderOf('guess')).toBeUndefined();
  expect(it.reads()).toBe(1);
});
