import { describe, expect, test } from 'vitest';
import { type Running, startService } from '../start.ts';

const perMinute = { elsewhere: 2, local: 3 };

/**
 * Runs `work` again if a minute ended meanwhile: several instances use the minutes of PostgreSQL's
 * clock, which tests cannot set.
 */
async function withinMinute<T>(
  options: Parameters<typeof startService>[0],
  work: (service: Running) => Promise<T>,
): Promise<T> {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (;;) {
    const before = minute();
    await using service = await startService(options);
    const result = await work(service);
    if (minute() === before) return result;
  }
}

const repeated = async (times: number, call: (n: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await call(n)).status);
  return statuses;
};

describe('rate limits', () => {
  test('answer 429 with Retry-After and RateLimit headers', async () => {
    const told = await withinMinute({ perMinute }, async (service) => {
      const answers = [];
      for (let n = 0; n < 4; n += 1) answers.push(await service.get('/v1/workspace'));
      return answers.map(({ status, headers }) => ({
        status,
        policy: headers.get('ratelimit-policy'),
        remaining: headers.get('ratelimit')?.replace(/t=[1-9]\d?$/, 't=…'),
        isTold: /^[1-9]\d?$/.test(headers.get('retry-after') ?? ''),
      }));
    });
    const policy = '"minute";q=3;w=60';
    expect(told).toEqual([
      { status: 200, policy, remaining: '"minute";r=2;t=…', isTold: false },
      { status: 200, policy, remaining: '"minute";r=1;t=…', isTold: false },
      { status: 200, policy, remaining: '"minute";r=0;t=…', isTold: false },
      { status: 429, policy, remaining: '"minute";r=0;t=…', isTold: true },
    ]);
  });

  test('count each key separately, and wrong keys by client address', async () => {
    const statuses = await withinMinute({ perMinute }, async (service) => [
      ...(await repeated(4, (n) =>
        service.call('/v1/workspace', { headers: { authorization: `Bearer guess-${n}` } }),
      )),
      ...(await repeated(1, () => service.get('/v1/workspace'))),
    ]);
    expect(statuses).toEqual([401, 401, 401, 429, 200]);
  });

  test('apply to clients behind a trusted proxy, as for other remote clients', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    const options = { perMinute, trustedProxies: ['127.0.0.1'] };
    const statuses = await withinMinute(options, (service) =>
      repeated(3, () => service.call('/v1/workspace', { headers })),
    );
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('count a client once, however its address is written', async () => {
    const options = { perMinute, trustedProxies: ['127.0.0.1'] };
    const written = ['2001:db8::1', '2001:DB8::2', '[2001:db8::3]', '[2001:db8::4]:5'];
    const guess = (service: Running, chain: string) =>
      service.call('/v1/workspace', {
        headers: {
          ...{ authorization: 'Bearer guess', 'x-forwarded-for': chain },
          'x-forwarded-proto': 'https',
        },
      });
    const statuses = await withinMinute(options, async (service) => [
      ...(await repeated(4, (n) => guess(service, written[n] ?? ''))),
      ...(await repeated(4, (n) => guess(service, `word-${n}`))),
    ]);
    expect(statuses).toEqual([401, 401, 429, 429, 401, 401, 429, 429]);
  });

  test('count all calls of an incoming webhook together, whatever address they come from', async () => {
    const options = { perMinute, trustedProxies: ['127.0.0.1'] };
    const statuses = await withinMinute(options, async (service) => {
      const callFrom = (token: string) => (n: number) =>
        service.call(`/incoming/${token}`, {
          method: 'POST',
          body: JSON.stringify({ email: `reader-${n}@example.com` }),
          headers: {
            authorization: '',
            'x-forwarded-for': `203.0.113.${n}`,
            'x-forwarded-proto': 'https',
          },
        });
      return [
        ...(await repeated(3, callFrom('token-for-subscribers-1'))),
        ...(await repeated(3, callFrom('guessed'))),
      ];
    });
    expect(statuses).toEqual([201, 201, 429, 404, 404, 404]);
  });

  test('are off for loopback by default', async () => {
    await using service = await startService();
    expect((await service.get('/v1/workspace')).headers.has('ratelimit')).toBe(false);
  });
});
