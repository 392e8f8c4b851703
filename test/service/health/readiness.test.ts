import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { addressList } from '../../../src/lib/http/address-list.ts';
import { createEncoder } from '../../../src/lib/http/encoder.ts';
import { listen } from '../../../src/lib/http/listen.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { Deps } from '../../../src/service/endpoints/deps.ts';
import { readinessEndpoint } from '../../../src/service/endpoints/health.ts';
import { createReadiness } from '../../../src/service/health/readiness.ts';
import { createHandle } from '../../../src/service/http/handle.ts';
import { createReadingLimit } from '../../../src/service/http/reading-limit.ts';
import { answerCall } from '../../../src/service/http/respond.ts';
import { createSend } from '../../../src/service/http/send.ts';
import { createUploadQueue } from '../../../src/service/http/upload-queue.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startReceiver } from '../../support/receiver.ts';
import { hook, publish } from '../events/hooks.ts';
import { type Running, startService } from '../start.ts';

// docs/api.md, "Health".

test('/readyz answers 200 without a key or rate limit, and is never cached', async () => {
  await using service = await startService({ perMinute: { elsewhere: 1, local: 1 } });
  for (const authorization of ['', '', 'Bearer guessed']) {
    const answer = await service.call('/readyz', { headers: { authorization } });
    expect([answer.status, answer.body]).toEqual([200, { status: 'ready' }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('ratelimit')).toBe(false);
  }
});

test('/readyz answers 503 while the database has an unknown migration', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  await using service = await startService({ log });
  await using other = await newerSchema(service);
  expect(await service.get('/readyz')).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining('database') },
  });
  await service.get('/readyz');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('9999-newer');
  expect((await service.get('/readyz')).headers.get('retry-after')).toBe('1');
  expect((await service.get('/healthz')).status).toBe(200);
  await other.undo();
  expect((await service.get('/readyz')).status).toBe(503);
  service.clock.advance(1000);
  expect((await service.get('/readyz')).status).toBe(200);
});

test('/readyz answers 503 if the schema is older, as in a restored backup', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  await using service = await startService({ log });
  await using other = await openDatabase(service.location);
  const last = '(SELECT max(name) FROM kysely_migration)';
  await sql.raw(`DELETE FROM kysely_migration WHERE name = ${last}`).execute(other.db);
  expect((await service.get('/readyz')).status).toBe(503);
  expect(lines[0]).toContain('Restart the service');
});

test('/readyz and /metrics accept no other method', async () => {
  await using service = await startService();
  for (const path of ['/readyz', '/metrics'])
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await service.call(path, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
      expect(answer.body).toEqual({ error: 'This address takes GET.' });
    }
  expect((await fetch(`${service.url}/readyz`, { method: 'HEAD' })).status).toBe(200);
});

test('/readyz answers 200 even if a hook does not answer and deliveries are pending', async () => {
  const never = Promise.withResolvers<number>();
  await using receiver = await startReceiver(never.promise);
  await using service = await startService();
  await hook(service, receiver.url);
  for (const id of ['draft', 'timed']) await publish(service, id);
  await receiver.until(1);
  for (let minute = 0; minute < 10; minute += 1) {
    service.clock.advance(60_000);
    expect((await service.get('/readyz')).status).toBe(200);
  }
  never.resolve(200);
});

test('a hundred probes share one check, and a check is given up after two seconds', async () => {
  await using it = await serveReadiness();
  const probes = Array.from({ length: 100 }, () => fetch(it.url));
  await eventually(() => it.asked.length).toBe(1);
  it.asked[0]?.resolve();
  const statuses = (await Promise.all(probes)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(it.asked).toHaveLength(1);

  it.clock.advance(1000);
  const hanging = fetch(it.url);
  await eventually(() => it.asked.length).toBe(2);
  it.clock.advance(2000);
  expect((await hanging).status).toBe(503);
  expect((await fetch(it.url)).status).toBe(503);
  expect(it.asked).toHaveLength(2);

  it.clock.advance(1000);
  const healed = fetch(it.url);
  await eventually(() => it.asked.length).toBe(3);
  it.asked[2]?.resolve();
  expect((await healed).status).toBe(200);
});

/** The readiness endpoint over HTTP, with a database check that the test resolves. */
async function serveReadiness() {
  const clock = manualClock();
  const log = createLog({ level: 'silent' });
  const asked: PromiseWithResolvers<void>[] = [];
  const check = () => {
    const one = Promise.withResolvers<void>();
    asked.push(one);
    return one.promise;
  };
  const app = new Hono<{ Bindings: HttpBindings }>();
  const guard = async () => undefined;
  const trustedProxies = addressList([]);
  const handle = createHandle({ guard, trustedProxies, publicUrl: undefined, clock, log });
  const isReady = createReadiness({ check, clock, log });
  const endpoint = readinessEndpoint({ isReady } as Deps);
  const send = createSend(createEncoder({ maxSize: 1024, isQuick: true }));
  const uploads = createUploadQueue(clock);
  const usage = { used: () => {}, changed: async () => {} };
  const writing = { limitReading: createReadingLimit(1), inTurn: pLimit(1), uploads, usage };
  const answer = handle('/readyz', 'public', (c, client) =>
    answerCall(c, endpoint, { client, cache: undefined, send, ...writing }),
  );
  app.get('/readyz', answer);
  const server = await listen({
    fetch: (request, env) => app.fetch(request, env as HttpBindings),
    port: 0,
  });
  return {
    url: `${server.url}/readyz`,
    clock,
    asked,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Records an unknown migration through another connection. */
async function newerSchema({ location }: Running) {
  const other = await openDatabase(location);
  await sql`INSERT INTO kysely_migration VALUES ('9999-newer', '')`.execute(other.db);
  return {
    undo: () => sql`DELETE FROM kysely_migration WHERE name = '9999-newer'`.execute(other.db),
    [Symbol.asyncDispose]: () => other[Symbol.asyncDispose](),
  };
}
