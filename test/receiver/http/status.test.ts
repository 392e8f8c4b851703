import { expect, test } from 'vitest';
import { quietMs } from '../schedule/start-runner.ts';
import { secret } from './delivery.ts';
import { event, genuine, startReceiver, token } from './start-receiver.ts';

const authorization = `Bearer ${token}`;

/** The status that a holder of the token sees. */
async function look(it: Awaited<ReturnType<typeof startReceiver>>) {
  const response = await it.get('/status', { authorization });
  expect(response.status).toBe(200);
  return response.json();
}

test('shows the last event, the queue and the next run', async () => {
  await using it = await startReceiver();
  expect(await look(it)).toMatchObject({
    failing: false,
    running: false,
    lastEvent: null,
    lastSuccess: null,
    generation: null,
    queue: { count: 0, first: [] },
    nextPoll: '2026-03-01T09:10:00.000Z',
    lastError: null,
  });
  await it.send(genuine());
  await it.pass(0);
  expect(await look(it)).toMatchObject({
    running: true,
    lastEvent: { id: 'msg_1', type: 'release.published', received_at: '2026-03-01T09:00:00.000Z' },
    queue: { count: 1, first: [{ id: 'msg_1', release_id: 'rel_1', looks: 0, why: null }] },
  });
  await it.runs[0]?.end({ scope: 'awaited', generation: '20260301-abc', parts: { sync: 5 } });
  expect(await look(it)).toMatchObject({ running: false, nextRun: '2026-03-01T09:00:02.000Z' });
  await it.pass(quietMs);
  await it.runs[1]?.end({ generation: '20260301-abc', parts: { sync: 5, build: 9 } });
  expect(await look(it)).toMatchObject({
    running: false,
    generation: '20260301-abc',
    lastSuccess: { at: '2026-03-01T09:00:02.000Z', kind: 'live', parts: { sync: 5, build: 9 } },
    queue: { count: 0 },
  });
});

test('shows why a run failed until one succeeds', async () => {
  await using it = await startReceiver();
  await it.send(genuine());
  await it.pass(quietMs);
  await it.runs[0]?.fail('GET https://api.example.com/v1/workspace failed: status 500');
  const lastError = {
    at: '2026-03-01T09:00:02.000Z',
    message: 'GET https://api.example.com/v1/workspace failed: status 500',
  };
  expect(await look(it)).toMatchObject({ failing: true, lastError: { ...lastError, failures: 1 } });
  await it.pass(6000);
  await it.runs[1]?.end();
  expect(await look(it)).toMatchObject({
    failing: false,
    lastError: { ...lastError, failures: 0 },
    lastSuccess: { at: '2026-03-01T09:00:08.000Z' },
  });
});

test('shows why an event waits, and why it was given up', async () => {
  await using it = await startReceiver();
  const visibilities = new Map([['rel_1', { kind: 'not-yet', why: 'no list shows it' } as const]]);
  await it.send(genuine());
  await it.pass(quietMs);
  await it.runs[0]?.end({ visibilities });
  expect(await look(it)).toMatchObject({
    queue: { first: [{ looks: 1, why: 'no list shows it' }] },
  });
  await it.pass(25 * 3_600_000);
  await it.runs[1]?.end({ visibilities });
  expect(await look(it)).toMatchObject({
    queue: { count: 0 },
    givenUp: [{ id: 'msg_1', release_id: 'rel_1', why: expect.stringMatching(/24 hours/) }],
  });
});

test('shows why nothing went live, and the live generation', async () => {
  await using it = await startReceiver();
  await it.send(genuine());
  await it.pass(quietMs);
  await it.runs[0]?.end({ generation: 'g1' });
  await it.send(genuine('msg_2'));
  await it.pass(quietMs);
  await it.runs[1]?.end({ kind: 'paused', why: 'Rolled back by hand.', generation: undefined });
  expect(await look(it)).toMatchObject({
    generation: 'g1',
    lastSuccess: { kind: 'paused', why: 'Rolled back by hand.' },
  });
});

test('shows the first events of a long queue, and its length', async () => {
  await using it = await startReceiver();
  for (let n = 0; n < 30; n += 1)
    await it.send(event(`${n}`, 'release.published', { id: `rel_${n}` }));
  const { queue } = await look(it);
  expect([queue.count, queue.first.length]).toEqual([30, 20]);
});

test.each([
  ['nothing', {}],
  ['another token', { authorization: `Bearer ${token}x` }],
  ['a Basic key', { authorization: `Basic ${token}` }],
])('refuses requests with %s', async (_what, headers) => {
  await using it = await startReceiver();
  const response = await it.get('/status', headers);
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test('refuses a token that was sent without encryption', async () => {
  await using it = await startReceiver();
  const headers = { authorization, 'x-forwarded-for': '203.0.113.9' };
  expect((await it.get('/status', headers)).status).toBe(403);
});

test('accepts https behind a trusted proxy', async () => {
  await using it = await startReceiver({ trustedProxies: ['127.0.0.1'] });
  const headers = {
    authorization,
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
  };
  expect((await it.get('/status', headers)).status).toBe(200);
});

test('is not found without a configured token', async () => {
  await using it = await startReceiver({ token: undefined });
  for (const headers of [{}, { authorization: 'Bearer undefined' }, { authorization: 'Bearer ' }])
    expect((await it.get('/status', headers)).status).toBe(404);
});

test('allows no other method and no caching', async () => {
  await using it = await startReceiver();
  const response = await fetch(`${it.url}/status`, { method: 'POST', headers: { authorization } });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  const shown = await it.get('/status', { authorization });
  expect(shown.headers.get('cache-control')).toBe('no-store');
});

test('shows no secret, even if an error contains one', async () => {
  await using it = await startReceiver();
  await it.send(genuine());
  await it.pass(quietMs);
  await it.runs[0]?.fail(`key ${secret} and ${token} and ${secret.slice('whsec_'.length)}`);
  expect(await look(it)).toMatchObject({
    lastError: { message: 'key [secret] and [secret] and [secret]' },
  });
});
