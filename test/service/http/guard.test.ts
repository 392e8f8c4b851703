import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/lib/http/client-identity.ts';
import { createRateLimit } from '../../../src/lib/http/rate-limit.ts';
import { createGuard } from '../../../src/service/http/guard.ts';
import { manualClock } from '../../support/manual-clock.ts';

test('a valid key is accepted while many strangers guess keys', async () => {
  const clock = manualClock();
  const holderOf = async (key: string) => (key === 'valid' ? 'holder' : undefined);
  const { guard } = createGuard({
    keys: { holderOf, recall: holderOf },
    rateLimits: {
      holders: createRateLimit(clock),
      strangers: createRateLimit(clock),
      webhooks: createRateLimit(clock),
    },
    perMinute: { elsewhere: 5, local: 0 },
  });
  const calling: Caller = {
    address: '203.0.113.1',
    isLocal: false,
    isSecure: true,
    origin: 'https://api.example.com',
    authorization: 'Bearer guess',
  };
  let client = calling;
  const app = new Hono().get('/', async (c) => (await guard(c, 'key', client)) ?? c.text('let in'));
  for (let n = 0; n < 10_010; n += 1) {
    client = { ...calling, address: `2001:db8::${n.toString(16)}` };
    await app.request('/');
  }
  client = { ...calling, authorization: 'Bearer valid' };
  expect((await app.request('/')).status).toBe(200);
});
