import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readRelease } from '../../../src/service/resources/releases/releases.ts';
import { createScheduler } from '../../../src/service/scheduler.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startReceiver } from '../../support/receiver.ts';
import { exportDataSet } from '../data-set/held-export.ts';
import { attempted, hook, publish } from '../events/hooks.ts';
import { openFile } from '../open-file.ts';
import { type Running, startService } from '../start.ts';
import { fileOf } from '../store.ts';

/** Holds the write lock of a service's database, as another process would, until `free` is called. */
function lock(service: Pick<Running, 'location'>) {
  const elsewhere = new DatabaseSync(fileOf(service));
  elsewhere.exec('BEGIN IMMEDIATE');
  return {
    elsewhere,
    free: () => elsewhere.exec('COMMIT'),
    [Symbol.dispose]: () => elsewhere.close(),
  };
}

/** Advances the clock until `answer` settles. */
async function passing<T>({ clock }: Running, answer: Promise<T>): Promise<T> {
  let isOver = false;
  const over = answer.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.advance(5);
    await turn();
  }
  return over;
}

test('an export neither waits for a lock nor takes one', async () => {
  await using service = await startService();
  using held = lock(service);
  held.elsewhere.exec("UPDATE release SET title = 'Later'");
  await using reading = await openFile(fileOf(service));
  const titles = async () =>
    (await exportDataSet(reading.db)).data.releases.map(({ title }) => title);
  expect(await titles()).not.toContain('Later');
  held.free();
  expect(await titles()).toContain('Later');
});

test('reads and the health check are answered while another process holds the lock', async () => {
  await using service = await startService();
  using _lock = lock(service);
  const writing = service.send('PATCH', '/v1/releases/oldest', { title: 'Late' });
  expect((await service.get('/v1/releases')).status).toBe(200);
  expect((await service.get('/v1/releases/oldest')).body.title).toBe('Title of oldest');
  expect((await service.get('/healthz')).status).toBe(200);
  await passing(service, writing);
});

test('the service sets no busy timeout, which would block all requests', async () => {
  await using service = await startService();
  const { rows } = await sql`PRAGMA busy_timeout`.execute(service.db);
  expect(rows).toMatchObject([{ timeout: 0 }]);
});

test('a write gets 503 with Retry-After if the lock is held too long, and stores nothing', async () => {
  await using service = await startService();
  using held = lock(service);
  const body = { title: 'Late' };
  const writing = service.send('PATCH', '/v1/releases/oldest', body);
  const { status, headers } = await passing(service, writing);
  expect({ status, after: headers.get('retry-after') }).toEqual({ status: 503, after: '1' });
  held.free();
  expect((await service.get('/v1/releases/oldest')).body.title).toBe('Title of oldest');
  expect((await service.send('PATCH', '/v1/releases/oldest', body)).status).toBe(200);
});

test('writes wait for a lock that is soon released', async () => {
  await using service = await startService();
  using held = lock(service);
  const ids = ['oldest', 'draft', 'hidden'];
  const rename = (id: string) => service.send('PATCH', `/v1/releases/${id}`, { title: 'Late' });
  const answers = Promise.all(ids.map(rename));
  // These requests give the writes time to arrive.
  for (let asked = 0; asked < 5; asked += 1) await service.get('/healthz');
  held.free();
  const given = await passing(service, answers);
  expect(given.map(({ status, body }) => [status, body.title])).toEqual(
    ids.map(() => [200, 'Late']),
  );
});

test('a request with a guessed webhook token gets 404 without waiting for the lock', async () => {
  await using service = await startService();
  using _lock = lock(service);
  expect((await service.send('POST', '/incoming/guessed-token', {})).status).toBe(404);
});

test('a delivery whose outcome cannot be stored yet is not repeated meanwhile', async () => {
  await using receiver = await startReceiver(500);
  await using service = await startService();
  await hook(service, receiver.url);
  // Takes the lock when the hook is called: after the event was stored, and before the outcome is.
  const locked = receiver.until(1).then(() => lock(service));
  await publish(service, 'draft');
  using held = await locked;
  for (let seconds = 0; seconds < 4; seconds += 1) {
    service.clock.advance(1000);
    await service.get('/healthz');
  }
  expect(receiver.received).toHaveLength(1);
  held.free();
  service.clock.advance(10_000);
  await attempted(service, 1);
});

test('a release that becomes due while the database is locked goes live after the lock', async () => {
  await using service = await startService({ clock: manualClock() });
  const { db } = service;
  const clock = manualClock('2031-01-01T00:00:00.000Z');
  using held = lock(service);
  const errors: unknown[] = [];
  await using _scheduler = createScheduler({
    db,
    clock,
    random: () => 0,
    show: (release) => release,
    onPublished: () => {},
    onError: (error) => errors.push(error),
  });
  await eventually(() => errors.length).toBe(1);
  held.free();
  clock.advance(1000);
  await eventually(async () => (await readRelease(db, 'timed'))?.status).toBe('RELEASED');
});
