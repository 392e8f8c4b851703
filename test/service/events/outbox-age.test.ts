import { type KyselyPlugin, UpdateQueryNode } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Clock } from '../../../src/lib/time/clock.ts';
import { createPruner } from '../../../src/service/events/prune.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startReceiver } from '../../support/receiver.ts';
import { countOf } from '../count.ts';
import { type Running, startService } from '../start.ts';
import { migratedStore } from '../store.ts';
import { attempted, hook, publish, settled } from './hooks.ts';

vi.setConfig({ testTimeout: 30_000 });

const second = 1000;
const day = 24 * 60 * 60 * second;

const rows = ({ db }: Running, table: 'event' | 'delivery') => countOf(db, table);

/** Advances the clock, and then lets periodic checks run. */
async function pass({ clock }: Running, ms: number): Promise<void> {
  clock.advance(ms);
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(setImmediate);
    clock.advance(second);
  }
}

/** A stopped service whose event failed once; its hook accepts the second attempt. */
async function stoppedAfterOneAttempt() {
  const lifetimes = new AsyncDisposableStack();
  const store = lifetimes.use(await migratedStore());
  const receiver = lifetimes.use(await startReceiver(500, 204));
  const clock = manualClock();
  {
    await using service = await startService({ store, clock });
    await hook(service, receiver.url);
    await publish(service, 'draft');
    await attempted(service, 1);
  }
  return {
    receiver,
    clock,
    restart: () => startService({ store, clock }),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

test('an event is removed 30 days after the last attempt to deliver it, and not earlier', async () => {
  await using receiver = await startReceiver(500, 204);
  await using service = await startService();
  await hook(service, receiver.url);
  await publish(service, 'draft');
  await attempted(service, 1);
  service.clock.advance(day);
  await receiver.until(2);
  await settled(service);
  await pass(service, 30 * day - 60 * second);
  expect(await rows(service, 'event')).toBe(1);
  await pass(service, 2 * 60 * 60 * second);
  await eventually(async () => [
    await rows(service, 'event'),
    await rows(service, 'delivery'),
  ]).toEqual([0, 0]);
});

test('an event without hooks is removed 30 days after it was emitted', async () => {
  await using service = await startService();
  await publish(service, 'draft');
  await pass(service, 30 * day + 2 * 60 * 60 * second);
  await eventually(() => rows(service, 'event')).toBe(0);
});

test('an event with a pending delivery is kept, however old', async () => {
  await using it = await stoppedAfterOneAttempt();
  it.clock.advance(60 * day);
  await using service = await it.restart();
  await it.receiver.until(2);
  await settled(service);
  expect(await rows(service, 'event')).toBe(1);
});

test('many events are removed at once', async () => {
  await using service = await startService();
  const created_at = service.clock.now().toISOString();
  const event = { name: 'release.published', release_id: 'oldest', payload: '{}' } as const;
  const events = Array.from({ length: 250 }, (_, n) => ({ id: `e-${n}`, ...event, created_at }));
  await service.db.insertInto('event').values(events).execute();
  await pass(service, 31 * day);
  await eventually(() => rows(service, 'event')).toBe(0);
});

test('deleting a release removes its events, even pending ones', async () => {
  await using receiver = await startReceiver(204, 500);
  await using service = await startService();
  await hook(service, receiver.url);
  await publish(service, 'timed');
  await settled(service);
  await publish(service, 'draft');
  await attempted(service, 1);
  await service.send('DELETE', '/v1/releases/draft');
  const left = await service.db.selectFrom('event').select('release_id').execute();
  expect(left).toMatchObject([{ release_id: 'timed' }]);
  expect(await rows(service, 'delivery')).toBe(1);
});

test('a retry does not wait longer because the clock was set back', async () => {
  await using receiver = await startReceiver(500, 204);
  await using service = await startService();
  await hook(service, receiver.url);
  await publish(service, 'draft');
  await attempted(service, 1);
  service.clock.advance(-day);
  // Wakes the delivery loop: setting the test clock back does not wake its sleep.
  await publish(service, 'timed');
  await receiver.until(3);
  await settled(service);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.id).toSorted()).toEqual([
    'draft',
    'draft',
    'timed',
  ]);
});

test('a retry from before a restart does not wait longer because the clock was set back', async () => {
  await using it = await stoppedAfterOneAttempt();
  it.clock.advance(-day);
  await using service = await it.restart();
  await it.receiver.until(2);
  await settled(service);
});

test('expired events are looked for once an hour', async () => {
  await using store = await migratedStore();
  await using database = await openDatabase(store.location);
  const clock = manualClock();
  let looks = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      if (UpdateQueryNode.is(node)) looks += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = database.db.withPlugin(counting);
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  let sleeps = 0;
  const watched: Clock = {
    ...clock,
    sleep: (ms, signal) => {
      sleeps += 1;
      return clock.sleep(ms, signal);
    },
  };
  await using _pruner = createPruner({ db, clock: watched, onError });
  const next = async (ms: number) => {
    const before = sleeps;
    clock.advance(ms);
    await eventually(() => sleeps).toBeGreaterThan(before);
  };
  await eventually(() => sleeps).toBe(1);
  for (let n = 0; n < 5; n += 1) await next(second);
  expect(looks).toBe(1);
  await next(60 * 60 * second);
  expect({ looks, errors }).toEqual({ looks: 2, errors: [] });
});
