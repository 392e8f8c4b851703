import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/lib/http/client-identity.ts';
import { createRateLimit } from '../../../src/lib/http/rate-limit.ts';
import { createGuard, presentedKey } from '../../../src/service/http/guard.ts';
import type { KeyCheck } from '../../../src/service/keys/check.ts';
import { manualClock } from '../../support/manual-clock.ts';

const calling: Caller = {
  address: '203.0.113.1',
  isLocal: false,
  isSecure: true,
  origin: 'https://api.example.com',
  authorization: 'Bearer guess',
};

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** A service with a limit of five requests, and a function that calls it. */
function startGuard(keys: KeyCheck) {
  const { guard, limitCalls } = createGuards(keys);
  let client = calling;
  const app = new Hono()
    .get('/', async (c) => (await guard(c, 'key', client)) ?? c.text('let in'))
    .get('/public', async (c) => (await guard(c, 'public', client)) ?? c.text('let in'))
    .get('/hooks/:name', async (c) => {
      const limitedBy = async (name: string) => (name === 'none' ? undefined : name);
      return (await limitCalls(c, client, limitedBy)) ?? c.text('let in');
    });
  return async (over: Partial<Caller>, path = '/') => {
    client = { ...calling, ...over };
    return (await app.request(path)).status;
  };
}

function createGuards(keys: KeyCheck) {
  const clock = manualClock();
  return createGuard({
    keys,
    rateLimits: {
      holders: createRateLimit(clock),
      strangers: createRateLimit(clock),
      webhooks: createRateLimit(clock),
    },
    perMinute: { elsewhere: 5, local: 0 },
  });
}

test('a valid key is accepted while many strangers guess keys', async () => {
  const holderOf = async (key: string) => (key === 'valid' ? 'holder' : undefined);
  const call = startGuard({ holderOf, recall: holderOf });
  for (let n = 0; n < 10_010; n += 1) await call({ address: `2001:db8::${n.toString(16)}` });
  expect(await call({ authorization: 'Bearer valid' })).toBe(200);
});

test('a key that was revoked a moment ago counts as a guess of its sender', async () => {
  const call = startGuard({ recall: async (key) => key, holderOf: async () => undefined });
  const statuses = [];
  for (let n = 0; n < 7; n += 1)
    statuses.push(await call({ authorization: `Bearer revoked-${n}` }));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

test('a key that was created a moment ago has the limit of its holder', async () => {
  const call = startGuard({ recall: async () => undefined, holderOf: async () => 'holder' });
  const statuses = [];
  for (let n = 0; n < 7; n += 1) statuses.push(await call({ address: `203.0.113.${n}` }));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test('a call of something public needs no key and is not counted', async () => {
  const call = startGuard({ recall: async () => undefined, holderOf: async () => undefined });
  for (let n = 0; n < 7; n += 1) expect(await call({}, '/public')).toBe(200);
  expect(await call({})).toBe(401);
});

test('calls of one resource are limited together for all callers, and others are not', async () => {
  const call = startGuard({ recall: async () => undefined, holderOf: async () => undefined });
  const statuses = [];
  for (let n = 0; n < 7; n += 1)
    statuses.push(await call({ address: `203.0.113.${n}` }, '/hooks/ours'));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(await call({}, '/hooks/other')).toBe(200);
  for (let n = 0; n < 7; n += 1) expect(await call({}, '/hooks/none')).toBe(200);
});

test('a limit of zero means none, and the resource is not looked up', async () => {
  const { limitCalls } = createGuards({ recall: async () => undefined, holderOf: async () => '' });
  const lookUp = async () => Promise.reject(new Error('it was looked up'));
  const local = { ...calling, isLocal: true };
  const app = new Hono().get('/:id', async (c) => {
    return (await limitCalls(c, local, lookUp)) ?? c.text('let in');
  });
  for (let n = 0; n < 7; n += 1) expect((await app.request('/a')).status).toBe(200);
});

test('an answer says how many calls are left', async () => {
  const { guard } = createGuards({ recall: async () => 'holder', holderOf: async () => 'holder' });
  const app = new Hono().get('/', async (c) => (await guard(c, 'key', calling)) ?? c.text(''));
  const { headers } = await app.request('/');
  expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).not.toEqual([]);
});

test.each([
  ['Bearer wm_1', 'wm_1'],
  ['bearer   wm_1', 'wm_1'],
  [basic('wm_1:'), 'wm_1'],
  [basic('a:b:'), 'a:b'],
  ['Bearer wm_1 ', undefined],
  [' Bearer wm_1', undefined],
  ['Bearer wm_1 and more', undefined],
  ['a Bearer wm_1', undefined],
  ['Bearers wm_1', undefined],
  ['aBearer wm_1', undefined],
  ['Basically d21fMTo=', undefined],
  ['unBasic d21fMTo=', undefined],
  ['Digest d21fMTo=', undefined],
  [basic('wm_1:password'), undefined],
  [basic('line\nwm_1:'), undefined],
  [basic(':'), undefined],
  ['Bearer', undefined],
  ['', undefined],
  [undefined, undefined],
])('the header %j has the key %j', (header, key) => {
  expect(presentedKey(header)).toBe(key);
});
