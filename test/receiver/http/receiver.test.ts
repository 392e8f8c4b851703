import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { dueEvents, pendingEvents } from '../../../src/receiver/inbox/pending-events.ts';
import { bearerToken } from '../../../src/receiver/verify/bearer-token.ts';
import { pollMs, quietMs } from '../schedule/start-runner.ts';
import { body } from './delivery.ts';
import { event, genuine, startReceiver, token } from './start-receiver.ts';

const mebibyte = 1024 * 1024;

describe('a delivery', () => {
  test('that is verified is stored, acknowledged, and starts a run', async () => {
    await using it = await startReceiver();
    const response = await it.send(genuine());
    expect([response.status, await response.json()]).toEqual([202, { accepted: 'msg_1' }]);
    expect(dueEvents(it.inbox, it.clock.now())).toMatchObject([{ id: 'msg_1' }]);
    await it.pass(quietMs);
    expect(it.runs[0]?.awaited).toEqual(['rel_1']);
  });

  test('that is repeated is acknowledged, and starts no run', async () => {
    await using it = await startReceiver();
    await it.send(genuine());
    await it.pass(quietMs);
    await it.runs[0]?.end();
    const response = await it.send(genuine());
    expect([response.status, await response.json()]).toEqual([200, { known: 'msg_1' }]);
    await it.pass(pollMs / 2);
    expect(it.runs).toHaveLength(1);
  });

  test('that is not verified is refused with the reason, and starts no run', async () => {
    await using it = await startReceiver();
    const response = await it.send({ ...genuine(), body: `${body} ` });
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: 'webhook-signature does not match' },
    ]);
    expect(pendingEvents(it.inbox, 1).count).toBe(0);
  });

  test('without headers is refused', async () => {
    await using it = await startReceiver();
    const headers = { 'content-type': 'application/json' };
    expect((await it.send({ method: 'POST', headers, body })).status).toBe(401);
  });

  test('of an event that does not concern public content is acknowledged and ignored', async () => {
    await using it = await startReceiver();
    const response = await it.send(event('msg_1', 'subscriber.added', { id: 'sub_1' }));
    expect([response.status, await response.json()]).toEqual([200, { ignored: 'msg_1' }]);
    await it.pass(pollMs / 2);
    expect(it.runs).toHaveLength(0);
  });

  test('of a scheduled release starts a run at its time', async () => {
    await using it = await startReceiver();
    const scheduled_at = new Date(it.clock.now().getTime() + 120_000).toISOString();
    const data = { id: 'rel_1', scheduled_at };
    expect((await it.send(event('msg_1', 'release.scheduled', data))).status).toBe(202);
    await it.pass(119_000);
    expect(it.runs).toHaveLength(0);
    await it.pass(1000 + quietMs);
    expect(it.runs[0]?.awaited).toEqual(['rel_1']);
  });

  test('need not be JSON, as its body is never used as content', async () => {
    await using it = await startReceiver();
    expect((await it.send(genuine('msg_1', 'x'))).status).toBe(202);
    await it.pass(quietMs);
    expect(it.runs[0]?.awaited).toEqual([]);
  });

  test('that cannot be stored is not acknowledged, and the status shows why', async () => {
    await using it = await startReceiver();
    it.inbox.exec('PRAGMA query_only = ON');
    const response = await it.send(genuine());
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    await it.pass(quietMs);
    await it.runs[0]?.end();
    const { failures, lastError } = it.runner.state();
    expect([failures, lastError?.message]).toEqual([1, expect.stringMatching(/read-only/)]);
    it.inbox.exec('PRAGMA query_only = OFF');
    expect((await it.send(genuine())).status).toBe(202);
  });

  test('that is incomplete is refused', async () => {
    await using it = await startReceiver();
    const socket = connect(it.port, '127.0.0.1');
    const head = 'POST /webhooks/release HTTP/1.1\r\nHost: a\r\nContent-Type: application/json';
    socket.end(`${head}\r\nContent-Length: 100\r\n\r\n{"type":`);
    await text(socket);
    expect(pendingEvents(it.inbox, 1).count).toBe(0);
    expect((await it.send(genuine())).status).toBe(202);
    expect(it.logged.join('')).not.toContain('a request failed');
  });
});

describe('refuses', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s', async (method) => {
    await using it = await startReceiver();
    const withBody = !['GET', 'HEAD'].includes(method);
    const response = await it.send({ ...genuine(), method, ...(!withBody && { body: null }) });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(pendingEvents(it.inbox, 1).count).toBe(0);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'a body of the type %j',
    async (type) => {
      await using it = await startReceiver();
      const init = genuine();
      const headers = { ...(init.headers as Record<string, string>), 'content-type': type };
      expect((await it.send({ ...init, headers })).status).toBe(415);
      expect(pendingEvents(it.inbox, 1).count).toBe(0);
    },
  );

  test.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/cloudevents+json',
  ])('but not a body of the type %s', async (type) => {
    await using it = await startReceiver();
    const init = genuine();
    const headers = { ...(init.headers as Record<string, string>), 'content-type': type };
    expect((await it.send({ ...init, headers })).status).toBe(202);
  });

  test('a body that is one byte larger than 1 MiB', async () => {
    await using it = await startReceiver();
    expect((await it.send(genuine('msg_1', ' '.repeat(mebibyte)))).status).toBe(202);
    expect((await it.send(genuine('msg_2', ' '.repeat(mebibyte + 1)))).status).toBe(413);
    expect(pendingEvents(it.inbox, 1).count).toBe(1);
  });

  test('a chunked body that is one byte larger', async () => {
    await using it = await startReceiver();
    const stream = (bytes: number) => new Blob([' '.repeat(bytes)]).stream();
    const chunked = (id: string, bytes: number) =>
      ({ ...genuine(id, ' '.repeat(bytes)), body: stream(bytes), duplex: 'half' }) as RequestInit;
    expect((await it.send(chunked('msg_1', mebibyte))).status).toBe(202);
    expect((await it.send(chunked('msg_2', mebibyte + 1))).status).toBe(413);
  });

  test('another address', async () => {
    await using it = await startReceiver();
    for (const path of ['/', '/webhooks', '/webhooks/release/', '/webhooks/other']) {
      const response = await it.get(path);
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: 'There is nothing at this address.' },
      ]);
    }
  });

  test('invalid HTTP', async () => {
    await using it = await startReceiver();
    const socket = connect(it.port, '127.0.0.1');
    socket.write('GARBAGE\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [\s\S]*{"error":"This is not a request."}$/);
  });
});

describe('a client that calls too often', () => {
  test('gets Retry-After, and is accepted after it', async () => {
    await using it = await startReceiver({ perMinute: 2 });
    const statuses = [];
    for (const id of ['a', 'b', 'c']) statuses.push((await it.send(genuine(id))).status);
    expect(statuses).toEqual([202, 202, 429]);
    const refused = await it.send(genuine('c'));
    expect(refused.headers.get('retry-after')).toBe('60');
    await it.pass(60_000);
    expect((await it.send(genuine('c'))).status).toBe(202);
  });

  test('has separate limits for deliveries and the status', async () => {
    await using it = await startReceiver({ perMinute: 1 });
    const authorization = `Bearer ${token}`;
    await it.send(genuine('a'));
    expect((await it.send(genuine('b'))).status).toBe(429);
    expect((await it.get('/status', { authorization })).status).toBe(200);
    await using other = await startReceiver({ perMinute: 1 });
    await other.get('/status');
    expect((await other.get('/status')).status).toBe(429);
    expect((await other.send(genuine('a'))).status).toBe(202);
  });

  test('is limited for guesses too, and does not block /healthz', async () => {
    await using it = await startReceiver({ perMinute: 2 });
    const statuses = [];
    for (let guess = 0; guess < 3; guess += 1)
      statuses.push((await it.get('/status', { authorization: 'Bearer guess' })).status);
    expect(statuses).toEqual([401, 401, 429]);
    expect((await it.get('/healthz')).status).toBe(200);
  });

  test('is identified behind a trusted proxy, and forged addresses are ignored', async () => {
    const trusting = { perMinute: 1, trustedProxies: ['127.0.0.0/8'] };
    const from = (address: string) => ({ 'x-forwarded-for': address });
    await using behind = await startReceiver(trusting);
    for (const [address, status] of [
      ['203.0.113.1', 401],
      ['203.0.113.2', 401],
      ['203.0.113.1', 429],
      ['198.51.100.7, 203.0.113.2', 429],
    ] as const) {
      const headers = { ...from(address), 'content-type': 'application/json' };
      expect((await behind.send({ method: 'POST', headers, body })).status).toBe(status);
    }
    await using open = await startReceiver({ perMinute: 1 });
    expect((await open.get('/status', from('203.0.113.1'))).status).not.toBe(429);
    expect((await open.get('/status', from('203.0.113.2'))).status).toBe(429);
  });
});

describe('with a token as the proof', () => {
  const verify = bearerToken(token);
  const authorization = `Bearer ${token}`;

  test('needs no body', async () => {
    await using it = await startReceiver({ verify });
    const init = { method: 'POST', headers: { authorization } };
    expect([(await it.send(init)).status, (await it.send(init)).status]).toEqual([202, 202]);
    await it.pass(quietMs);
    expect(it.runs).toHaveLength(1);
  });

  test('is refused without encryption', async () => {
    await using it = await startReceiver({ verify });
    const headers = { authorization, 'x-forwarded-for': '203.0.113.9' };
    const response = await it.send({ method: 'POST', headers });
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { error: expect.stringMatching(/name the proxy in TRUSTED_PROXIES/) },
    ]);
  });
});

describe('a run', () => {
  const authorization = `Bearer ${token}`;

  test('is stored and started with the token', async () => {
    await using it = await startReceiver();
    const response = await it.ask({ authorization });
    const { accepted } = await response.json();
    expect(response.status).toBe(202);
    expect(dueEvents(it.inbox, it.clock.now())).toMatchObject([{ id: accepted }]);
    expect((await it.ask({ authorization })).status).toBe(202);
    await it.pass(quietMs);
    expect(it.runs).toMatchObject([{ awaited: [] }]);
  });

  test.each([
    ['without the token', {}, 401],
    ['with another one', { authorization: 'Bearer guess' }, 401],
    ['over a line that somebody could read', { authorization, 'x-forwarded-for': '::2' }, 403],
  ])('is not started for a request %s', async (_how, headers, status) => {
    await using it = await startReceiver();
    expect((await it.ask(headers as Record<string, string>)).status).toBe(status);
    expect(pendingEvents(it.inbox, 1).count).toBe(0);
  });

  test('is not started without a configured token, or by another method', async () => {
    await using closed = await startReceiver({ token: undefined });
    expect((await closed.ask({ authorization })).status).toBe(404);
    await using it = await startReceiver();
    const response = await it.get('/run', { authorization });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('does not accept a delivery’s signature, nor a delivery the token', async () => {
    await using it = await startReceiver();
    const headers = genuine().headers as Record<string, string>;
    expect((await it.ask(headers)).status).toBe(401);
    expect((await it.send({ method: 'POST', headers: { authorization } })).status).toBe(401);
  });
});

test('answers /healthz without a token', async () => {
  await using it = await startReceiver();
  expect(await (await it.get('/healthz')).json()).toEqual({ ok: true });
});
