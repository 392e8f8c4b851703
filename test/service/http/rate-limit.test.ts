import { describe, expect, test } from 'vitest';
import { startService } from '../start.ts';

describe('rate limits', () => {
  const perMinute = { elsewhere: 2, local: 3 };

  test('answer 429 with Retry-After and RateLimit headers, and open again', async () => {
    await using service = await startService({ perMinute });
    for (const remaining of [2, 1, 0]) {
      const { status, headers } = await service.get('/v1/workspace');
      expect(status).toBe(200);
      expect(headers.get('ratelimit')).toBe(`"minute";r=${remaining};t=60`);
      expect(headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
    }
    service.clock.advance(15_000);
    const { status, headers } = await service.get('/v1/workspace');
    expect({ status, after: headers.get('retry-after') }).toEqual({ status: 429, after: '45' });
    service.clock.advance(45_000);
    expect((await service.get('/v1/workspace')).status).toBe(200);
  });

  test('count each key on its own, and guesses by where they come from', async () => {
    await using service = await startService({ perMinute });
    const guess = (n: number) =>
      service.call('/v1/workspace', { headers: { authorization: `Bearer guess-${n}` } });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await guess(n)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await service.get('/v1/workspace')).status).toBe(200);
  });

  test('are others for clients elsewhere', async () => {
    await using service = await startService({ perMinute, trustedProxies: ['127.0.0.1'] });
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    const statuses = [];
    for (let n = 0; n < 3; n += 1)
      statuses.push((await service.call('/v1/workspace', { headers })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('are off for loopback by default', async () => {
    await using service = await startService();
    expect((await service.get('/v1/workspace')).headers.has('ratelimit')).toBe(false);
  });
});
