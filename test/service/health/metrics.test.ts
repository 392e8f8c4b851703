import { expect, test } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import { inTransaction } from '../../../src/service/database/transaction.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { named, samplesOf } from '../../lib/metrics/samples.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startReceiver } from '../../support/receiver.ts';
import { attempted, fail, hook, publish } from '../events/hooks.ts';
import { type Running, startService } from '../start.ts';
import { metricsToken, scraped, startWithMetrics } from './with-metrics.ts';

const authorization = `Bearer ${metricsToken}`;

const scrape = async (service: Running) => samplesOf(await scraped(service));

test('/metrics answers 404 without its setting', async () => {
  await using service = await startService();
  for (const headers of [{}, { authorization: '' }, { authorization }])
    expect((await service.call('/metrics', { headers })).status).toBe(404);
});

test('/metrics has the text format of Prometheus, and is never cached', async () => {
  await using service = await startWithMetrics();
  const { headers } = await service.call('/metrics', { headers: { authorization } });
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('/metrics refuses API keys and requests without credentials', async () => {
  await using service = await startWithMetrics();
  expect((await service.get('/metrics')).status).toBe(401);
  const answer = await service.call('/metrics', { headers: { authorization: '' } });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test('the token of /metrics opens nothing else', async () => {
  await using service = await startWithMetrics();
  expect((await service.call('/v1/workspace', { headers: { authorization } })).status).toBe(401);
});

test('/metrics has no rate limit, and allows plain HTTP from anywhere', async () => {
  const perMinute = { elsewhere: 1, local: 1 };
  await using service = await startWithMetrics({ perMinute });
  const headers = { authorization, 'x-forwarded-for': '203.0.113.9' };
  for (let n = 0; n < 3; n += 1)
    expect((await service.call('/metrics', { headers })).status).toBe(200);
});

test('counts requests and their durations by route, method and status', async () => {
  await using service = await startWithMetrics();
  await service.get('/v1/releases/oldest');
  await service.get('/v1/releases/draft');
  await service.get('/v1/releases/none');
  await service.send('PATCH', '/v1/releases/draft', { title: 'Other' });
  await service.call('/v1/releases', { headers: { authorization: '' } });
  await service.call('/incoming/token-for-nobody', { method: 'POST', body: '{}' });
  await service.call('/v1/releases/draft', { method: 'PUT' });
  const samples = await scrape(service);
  const labels = (path: string, method: string, status: number) =>
    `{route="${path}",method="${method}",status="${status}"}`;
  expect(named(samples, 'waymark_http_requests_total')).toEqual(
    Object.fromEntries(
      [
        [labels('/v1/releases/{id}', 'GET', 200), 2],
        [labels('/v1/releases/{id}', 'GET', 404), 1],
        [labels('/v1/releases/{id}', 'PATCH', 200), 1],
        [labels('/v1/releases', 'GET', 401), 1],
        [labels('/incoming/{token}', 'POST', 404), 1],
        [labels('/v1/releases/{id}', 'other', 405), 1],
      ].map(([of, count]) => [`waymark_http_requests_total${of}`, count]),
    ),
  );
  const took = 'waymark_http_request_duration_seconds';
  expect(samples.get(`${took}_count${labels('/v1/releases/{id}', 'GET', 200)}`)).toBe(2);
  expect(samples.get(`${took}_sum${labels('/v1/releases/{id}', 'GET', 200)}`)).toBeGreaterThan(0);
});

test('counts pending writes, and requests that were answered 503', async () => {
  const log = createLog({ level: 'silent' });
  await using service = await startWithMetrics({ log });
  await using _held = await lock(service);
  const answered = service.send('PATCH', '/v1/releases/draft', { title: 'Other' });
  await eventually(async () => (await scrape(service)).get('waymark_writes_pending')).toBe(1);
  service.clock.advance(5000);
  expect((await answered).status).toBe(503);
  const samples = await scrape(service);
  expect(samples.get('waymark_writes_pending')).toBe(0);
  const labels = '{route="/v1/releases/{id}",method="PATCH",status="503"}';
  expect(samples.get(`waymark_http_requests_total${labels}`)).toBe(1);
});

test('reports the number of due deliveries and the age of the oldest', async () => {
  const never = Promise.withResolvers<number>();
  await using receiver = await startReceiver(never.promise);
  await using service = await startWithMetrics();
  const none = await scrape(service);
  expect(none.get('waymark_deliveries_due')).toBe(0);
  expect(none.get('waymark_deliveries_oldest_due_age_seconds')).toBe(0);
  await hook(service, receiver.url);
  await publish(service, 'draft');
  await receiver.until(1);
  service.clock.advance(7000);
  await publish(service, 'timed');
  const due = await scrape(service);
  expect(due.get('waymark_deliveries_due')).toBe(2);
  expect(due.get('waymark_deliveries_oldest_due_age_seconds')).toBe(7);
  expect(due.get('waymark_deliveries_failed')).toBe(0);
  never.resolve(200);
  await receiver.until(2);
  await attempted(service, 1);
});

test('counts deliveries that were given up', async () => {
  await using receiver = await startReceiver(500);
  await using service = await startWithMetrics();
  await hook(service, receiver.url);
  await publish(service, 'draft');
  await fail(service, receiver);
  expect((await scrape(service)).get('waymark_deliveries_failed')).toBe(1);
});

test('counts overdue releases', async () => {
  const log = createLog({ level: 'silent' });
  await using service = await startWithMetrics({ log, clock: manualClock() });
  expect((await scrape(service)).get('waymark_releases_overdue')).toBe(0);
  await using _held = await lock(service);
  service.clock.advance(20 * 365 * 24 * 60 * 60_000);
  expect((await scrape(service)).get('waymark_releases_overdue')).toBe(1);
});

test('leaves out metrics that the database cannot provide, and counts the failed scrape', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  const pool = () => ({ total: 10, idle: 0, waiting: 3 });
  await using service = await startWithMetrics({ log, pool });
  expect((await scrape(service)).get('waymark_deliveries_due')).toBe(0);
  await using other = await openDatabase(service.location);
  await other.db.schema.alterTable('delivery').renameTo('away').execute();
  const samples = await scrape(service);
  expect(samples.has('waymark_deliveries_due')).toBe(false);
  expect(samples.has('waymark_releases_overdue')).toBe(false);
  expect(samples.get('waymark_scrape_failures_total')).toBe(1);
  expect(samples.get('waymark_database_connection_waiters')).toBe(3);
  expect(samples.has('process_cpu_seconds_total')).toBe(true);
  expect(lines.join('')).toContain('the database could not be read for a scrape');
  await other.db.schema.alterTable('away').renameTo('delivery').execute();
  const healed = await scrape(service);
  expect(healed.get('waymark_deliveries_due')).toBe(0);
  expect(healed.get('waymark_scrape_failures_total')).toBe(1);
});

test('reports the state of the connection pool', async () => {
  const states = [
    { total: 1, idle: 1, waiting: 0 },
    { total: 4, idle: 2, waiting: 7 },
  ];
  let state = 0;
  const pool = () => states[state] ?? { total: 0, idle: 0, waiting: 0 };
  await using service = await startWithMetrics({ pool });
  const first = await scrape(service);
  expect(first.get('waymark_database_connections')).toBe(1);
  state = 1;
  const second = await scrape(service);
  expect(second.get('waymark_database_connections')).toBe(4);
  expect(second.get('waymark_database_idle_connections')).toBe(2);
  expect(second.get('waymark_database_connection_waiters')).toBe(7);
});

test('reports no pool for SQLite', async () => {
  await using service = await startWithMetrics();
  const connections = (await scrape(service)).get('waymark_database_connections');
  if (service.location.engine === 'sqlite') expect(connections).toBeUndefined();
  else expect(connections).toBeGreaterThan(0);
});

/** Keeps a write transaction of another process open until it is disposed of. */
async function lock({ location }: Running): Promise<AsyncDisposable> {
  const other = await openDatabase(location);
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = inTransaction(other.db, () => {
    begun.resolve();
    return ended.promise;
  });
  await Promise.race([begun.promise, held]);
  return {
    [Symbol.asyncDispose]: async () => {
      ended.resolve();
      await held;
      await other[Symbol.asyncDispose]();
    },
  };
}
