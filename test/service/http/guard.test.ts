import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/lib/http/client-identity.ts';
import { createRateLimit } from '../../../src/lib/http/rate-limit.ts';
import { createGuard } from '../../../src/service/http/guard.ts';
import type { KeyCheck } from '../../../src/service/keys/check.ts';
import { manualClock } from '../../support/manual-clock.ts';

const calling: Caller = {
  address: '203.0.113.1',
  isLocal: false,
  isSecure: true,
  origin: 'https://api.example.com',
  authorization: 'Bearer guess',
};

/** A service with a limit of five requests, and a function that calls it. */
function startGuard(keys: KeyCheck) {
  const clock = manualClock();
  const { guard } = createGuard({
    keys,
    rateLimits: {
      holders: createRateLimit(clock),
      strangers: createRateLimit(clock),
      webhooks: createRateLimit(clock),
    },
    perMinute: { elsewhere: 5, local: 0 },
  });
  let client = calling;
  const app = new Hono().get('/', async (c) => (await guard(c, 'key', client)) ?? c.text('let in'));
  return async (over: Partial<Caller>) => {
    client = { ...calling, ...over };
    return (await app.request('/')).status;
  };
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
