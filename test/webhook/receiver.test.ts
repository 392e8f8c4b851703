import { expect, test } from 'vitest';
import { listen } from '../../src/lib/listen.ts';
import { createReceiver } from '../../src/webhook/receiver.ts';
import { manualClock } from '../service/manual-clock.ts';
import { body, delivery, headersOf, now, secret, signatureOf } from './delivery.ts';

/** The receiver on a free port; `wishes` counts what it asked for. */
async function startReceiver() {
  let wishes = 0;
  const { fetch: answer } = createReceiver({
    secrets: [secret],
    clock: manualClock(now.toISOString()),
    wish: () => {
      wishes += 1;
    },
  });
  const server = await listen({ port: 0, fetch: (request) => answer(request) });
  return {
    send: (init: RequestInit) => fetch(`${server.url}/webhooks/release`, init),
    get: (path: string) => fetch(`${server.url}${path}`),
    wishes: () => wishes,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const signed = (): RequestInit => ({ method: 'POST', headers: headersOf(delivery()), body });

/** A genuine delivery of so many bytes. */
function signedOf(bytes: number): RequestInit {
  const large = ' '.repeat(bytes);
  const one = delivery();
  const signature = signatureOf('msg_1', one.timestamp ?? '', large);
  return { method: 'POST', headers: headersOf({ ...one, signature }), body: large };
}

test('accepts a genuine delivery and wishes for a build, once', async () => {
  await using it = await startReceiver();
  const response = await it.send(signed());
  expect([response.status, await response.json()]).toEqual([202, { accepted: 'msg_1' }]);
  expect(it.wishes()).toBe(1);
});

test('refuses a delivery that is not ours, says why, and wishes for nothing', async () => {
  await using it = await startReceiver();
  const response = await it.send({ ...signed(), body: `${body} ` });
  expect([response.status, await response.json()]).toEqual([
    401,
    { error: 'webhook-signature does not match' },
  ]);
  expect(it.wishes()).toBe(0);
});

test('refuses a delivery without headers', async () => {
  await using it = await startReceiver();
  expect((await it.send({ method: 'POST', body })).status).toBe(401);
});

test('takes no word of an event for data: it need not even be JSON', async () => {
  await using it = await startReceiver();
  expect((await it.send(signedOf(10))).status).toBe(202);
});

test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('takes no delivery with %s', async (method) => {
  await using it = await startReceiver();
  const response = await it.send({ ...signed(), method, ...(method === 'GET' && { body: null }) });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  expect(it.wishes()).toBe(0);
});

test('takes a body of 1 MiB', async () => {
  await using it = await startReceiver();
  expect((await it.send(signedOf(1024 * 1024))).status).toBe(202);
});

test('takes no body of one byte more', async () => {
  await using it = await startReceiver();
  expect((await it.send(signedOf(1024 * 1024 + 1))).status).toBe(413);
  expect(it.wishes()).toBe(0);
});

test('takes no more of a body that does not tell its length either', async () => {
  await using it = await startReceiver();
  const { headers = {} } = signed();
  const stream = new Blob([' '.repeat(1024 * 1024 + 1)]).stream();
  const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
  const response = await it.send(init);
  expect(response.status).toBe(413);
});

test('tells that it is well', async () => {
  await using it = await startReceiver();
  expect(await (await it.get('/healthz')).json()).toEqual({ ok: true });
});

test('has no other address', async () => {
  await using it = await startReceiver();
  expect((await it.get('/')).status).toBe(404);
});
