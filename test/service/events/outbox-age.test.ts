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
import { emptyStore } from '../store.ts';
import { attempted, hook, publish, settled } from './hooks.ts';

vi.setConfig({ testTimeout: 30_000 });

const second = 1000;
const day = 24 * 60 * 60 * second;

const rows = ({ db }: Running, table: 'event' | 'delivery') => countOf(db, table);

/** Lets time pass as it does: what looks now and then gets to look. */
async function pass({ clock }: Running, ms: number): Promise<void> {
  clock.advance(ms);
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(setImmediate);
    clock.advance(second);
  }
}

/** A service that was stopped when its hook had refused an event once; the hook then takes it. */
async function stoppedAfterOneAttempt() {
  const lifetimes = new AsyncDisposableStack();
  const store = lifetimes.use(await emptyStore());
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

test('an event leaves the outbox 30 days after the last attempt to deliver it, and not before', async () => {
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

test('an event that nobody is told of leaves 30 days after it came about', async () => {
  await using service = await startService();
  await publish(service, 'draft');
  await pass(service, 30 * day + 2 * 60 * 60 * second);
  await eventually(() => rows(service, 'event')).toBe(0);
});

test('an event that still waits for a hook stays, however old', async () => {
  await using it = await stoppedAfterOneAttempt();
  it.clock.advance(60 * day);
  await using service = await it.restart();
  await it.receiver.until(2);
  await settled(service);
  expect(await rows(service, 'event')).toBe(1);
});

test('many events leave together', async () => {
  await using service = await startService();
  const created_at = service.clock.now().toISOString();
  const event = { name: 'release.published', release_id: 'oldest', payload: '{}' } as const;
  const events = Array.from({ length: 250 }, (_, n) => ({ id: `e-${n}`, ...event, created_at }));
  await service.db.insertInto('event').values(events).execute();
  await pass(service, 31 * day);
  await eventually(() => rows(service, 'event')).toBe(0);
});

test('the events of a deleted release go with it, also those that wait', async () => {
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

test('a retry does not wait for a time that the clock, set back since, has yet to reach again', async () => {
  await using receiver = await startReceiver(500, 204);
  await using service = await startService();
  await hook(service, receiver.url);
  await publish(service, 'draft');
  await attempted(service, 1);
  service.clock.advance(-day);
  // Whatever wakes the deliveries: the clock of a test moves no sleeper that waits for a later time.
  await publish(service, 'timed');
  await receiver.until(3);
  await settled(service);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.id).toSorted()).toEqual([
    'draft',
    'draft',
    'timed',
  ]);
});

test('nor does what was put off before the service was started with the clock set back', async () => {
  await using it = await stoppedAfterOneAttempt();
  it.clock.advance(-day);
  await using service = await it.restart();
  await it.receiver.until(2);
  await settled(service);
});

test('what is over is looked for each hour, and not each second', async () => {
  await using store = await emptyStore();
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
