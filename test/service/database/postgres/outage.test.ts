import { expect, test } from 'vitest';
import { listen } from '../../../../src/lib/http/listen.ts';
import { systemClock } from '../../../../src/lib/time/clock.ts';
import { importDataSet } from '../../../../src/service/data-set/import.ts';
import { malformed } from '../../../../src/service/http/problem.ts';
import { createService } from '../../../../src/service/service.ts';
import { eventually } from '../../../support/eventually.ts';
import { startProxy } from '../../../support/postgres/proxy.ts';
import { testDatabase } from '../../../support/postgres/test-database.ts';
import { sample } from '../../sample.ts';

/** The service over HTTP, with a proxy between it and PostgreSQL. */
async function startProxied() {
  const lifetimes = new AsyncDisposableStack();
  const database = lifetimes.use(await testDatabase());
  const proxy = lifetimes.use(await startProxy(database.folder));
  const url = `postgres://waymark@127.0.0.1:${proxy.port}/${database.name}`;
  const location = { engine: 'postgres' as const, url };
  const options = { database: location, clock: systemClock, apiKey: 'key' };
  const service = lifetimes.use(await createService(options));
  await importDataSet(service.db, sample(), []);
  const server = lifetimes.use(await listen({ fetch: service.fetch, port: 0, malformed }));
  const call = async (method: string, body?: object) => {
    const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
    const given = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const begun = performance.now();
    const answer = await fetch(`${server.url}/v1/releases/oldest`, given);
    const after = answer.headers.get('retry-after');
    return { status: answer.status, after, ms: performance.now() - begun };
  };
  return { proxy, call, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

test.each(['stall', 'cut', 'refuse'] as const)(
  'answers 503 within 5 s while PostgreSQL does not answer (%s), and 200 within 5 s after that',
  async (trouble) => {
    await using service = await startProxied();
    const calls = () => [
      ...Array.from({ length: 12 }, () => service.call('GET')),
      ...Array.from({ length: 12 }, (_, n) => service.call('PATCH', { title: `Title ${n}` })),
    ];
    // On a busy machine, some of these requests may get 503 as well.
    expect((await Promise.all(calls())).map(({ status }) => status)).toContain(200);
    const during = calls();
    await service.proxy[trouble]();
    during.push(...calls());
    for (const { status, after, ms } of await Promise.all(during)) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(Number(after)).toBeGreaterThan(0);
      expect(ms).toBeLessThan(5000);
    }
    const [late] = await Promise.all(trouble === 'cut' ? [] : [service.call('GET')]);
    if (late) expect(late.status).toBe(503);
    await service.proxy.resume();
    const back = performance.now();
    for (const method of ['GET', 'PATCH'])
      await eventually(
        async () =>
          (await service.call(method, method === 'PATCH' ? { title: 'Back' } : undefined)).status,
      ).toBe(200);
    expect(performance.now() - back).toBeLessThan(5000);
  },
);
