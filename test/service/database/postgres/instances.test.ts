import { expect, test } from 'vitest';
import { listen } from '../../../../src/lib/http/listen.ts';
import { systemClock } from '../../../../src/lib/time/clock.ts';
import { malformed } from '../../../../src/service/http/problem.ts';
import { createKey, revokeKey } from '../../../../src/service/keys/keys.ts';
import { createService, type ServiceOptions } from '../../../../src/service/service.ts';
import { testDatabase } from '../../../support/postgres/test-database.ts';

/** Starts `count` instances of the service on one database at the same time. */
async function startInstances(count: number, options: Partial<ServiceOptions> = {}) {
  const lifetimes = new AsyncDisposableStack();
  const { url } = lifetimes.use(await testDatabase());
  const start = async () => {
    const database = { engine: 'postgres' as const, url };
    const service = await createService({ database, clock: systemClock, ...options });
    lifetimes.use(service);
    const server = await listen({ fetch: service.fetch, port: 0, malformed });
    lifetimes.use(server);
    return { url: server.url, db: service.db };
  };
  const instances = await Promise.all(Array.from({ length: count }, start));
  const [first] = instances;
  if (!first) throw new Error('at least one is started');
  const { key, id } = await createKey(first.db, { name: 'of the test' }, new Date());
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async (n: number, path: string, method = 'GET', body?: object) => {
    const given = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${instances[n % count]?.url}/v1${path}`, given);
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  };
  return { first, id, call, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

const draft = { title: 'One', slug: 'one', status: 'DRAFT' };

test('four instances that start at the same time on an empty database all answer', async () => {
  await using service = await startInstances(4);
  const answers = await Promise.all([0, 1, 2, 3].map((n) => service.call(n, '/releases')));
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: [] })));
});

test('the next request to another instance sees what one instance wrote', async () => {
  await using service = await startInstances(3);
  const { body } = await service.call(0, '/releases', 'POST', draft);
  for (let n = 0; n < 9; n += 1) {
    const title = `Title ${n}`;
    expect((await service.call(n, `/releases/${body.id}`, 'PATCH', { title })).status).toBe(200);
    for (const other of [n + 1, n + 2]) {
      expect((await service.call(other, `/releases/${body.id}`)).body).toMatchObject({ title });
      expect((await service.call(other, '/releases')).body).toMatchObject([{ title }]);
    }
  }
  await service.call(1, `/releases/${body.id}`, 'DELETE');
  expect((await service.call(2, `/releases/${body.id}`)).status).toBe(404);
});

test('a key that was revoked on one instance is refused by all from the next request on', async () => {
  await using service = await startInstances(3);
  for (const n of [0, 1, 2]) expect((await service.call(n, '/workspace')).status).toBe(200);
  await revokeKey(service.first.db, service.id, new Date());
  for (const n of [1, 2, 0]) expect((await service.call(n, '/workspace')).status).toBe(401);
});

test('a key’s limit of requests per minute applies to all instances together', async () => {
  await using service = await startInstances(3, { perMinute: { elsewhere: 6, local: 6 } });
  const statuses: number[] = [];
  // If a new minute begins during the loop, six more requests are allowed.
  for (let n = 0; n < 18; n += 1) statuses.push((await service.call(n, '/workspace')).status);
  expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(6);
});

test('concurrent changes to different fields of one release through several instances all persist', async () => {
  await using service = await startInstances(3);
  const { body } = await service.call(0, '/releases', 'POST', draft);
  const parts = { title: 'Other', body: 'Text', version: '2.0', is_pinned: true, slug: 'other' };
  const changes = Object.entries(parts).map(([name, value], n) =>
    service.call(n, `/releases/${body.id}`, 'PATCH', { [name]: value }),
  );
  await Promise.all(changes);
  expect((await service.call(1, `/releases/${body.id}`)).body).toMatchObject(parts);
});
