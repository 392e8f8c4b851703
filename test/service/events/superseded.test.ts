import { expect, test } from 'vitest';
import { countFailed, listDeliveries, redeliver } from '../../../src/service/events/deliveries.ts';
import { emit } from '../../../src/service/events/emit.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { settleDelivery, takeDue } from '../../../src/service/events/outbox.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { unscheduleRelease } from '../../../src/service/resources/releases/publish-release.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receiver.ts';
import { release } from '../sample.ts';
import { type Running, startService } from '../start.ts';
import { migratedStore } from '../store.ts';
import { attempted, hook, publish, settled } from './hooks.ts';

const day = 24 * 60 * 60_000;
const both = ['release.scheduled', 'release.published'] as const;

const schedule = (service: Running, id: string) =>
  service.send('POST', `/v1/releases/${id}/publish`, {
    status: 'SCHEDULED',
    scheduled_at: '2027-01-01T00:00:00.000Z',
  });

const outcomes = async ({ db }: Pick<Running, 'db'>) => {
  const all = await listDeliveries(db, { failed: false, limit: 50 });
  return Object.fromEntries(all.map(({ name, outcome }) => [name, outcome]));
};

test('a newer event of a release supersedes an older one that waits for its retry', async () => {
  await using receiver = await startReceiver(500, 204);
  await using service = await startService();
  await hook(service, receiver.url, ...both);
  await schedule(service, 'draft');
  await attempted(service, 1);
  await publish(service, 'draft');
  await receiver.until(2);
  await settled(service);
  service.clock.advance(day);
  await settled(service);
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([...both]);
  expect(await outcomes(service)).toEqual({
    'release.scheduled': 'superseded',
    'release.published': 'delivered',
  });
  expect(Number(await countFailed(service.db))).toBe(0);
});

test('an event supersedes no event of another release or for another hook', async () => {
  await using receiver = await startReceiver(500, 204);
  await using other = await startReceiver(500, 204);
  await using service = await startService();
  await hook(service, receiver.url, ...both);
  await hook(service, other.url, 'release.scheduled');
  await schedule(service, 'draft');
  const tried = async () => {
    const all = await listDeliveries(service.db, { failed: false, limit: 50 });
    return all.filter(({ attempts }) => attempts === 1).length;
  };
  await eventually(tried).toBe(2);
  await publish(service, 'timed');
  await publish(service, 'draft');
  await receiver.until(3);
  await eventually(tried).toBe(4);
  service.clock.advance(day);
  await other.until(2);
  await settled(service);
  const typesOf = ({ received }: typeof receiver) =>
    received.map(({ body }) => JSON.parse(body).type);
  expect(typesOf(other)).toEqual(['release.scheduled', 'release.scheduled']);
  expect(typesOf(receiver)).toEqual([both[0], both[1], both[1]]);
});

/** A database that two processes have open, with a hook that has a pending event. */
async function twoProcesses() {
  const lifetimes = new AsyncDisposableStack();
  const { location } = lifetimes.use(await migratedStore());
  const one = lifetimes.use(await openDatabase(location));
  const other = lifetimes.use(await openDatabase(location));
  const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 9, 0, second));
  const hook = { url: 'https://example.com/hook', events: both };
  await addHook(one.db, hook, at(0));
  await emit(one.db, 'release.scheduled', release('r'), at(10));
  const take = (db: typeof one.db, holder: string, second: number) =>
    takeDue(db, { now: at(second), busy: [], holder, leaseMs: 60_000 });
  return {
    db: one.db,
    at,
    one: (second: number) => take(one.db, 'one', second),
    other: (second: number) => take(other.db, 'other', second),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

test('an event that another process is delivering is superseded only after that attempt fails', async () => {
  await using it = await twoProcesses();
  const [scheduled] = await it.one(10);
  if (!scheduled) throw new Error('nothing was taken');
  await emit(it.db, 'release.published', release('r'), it.at(11));
  expect(await it.other(12)).toEqual([]);
  expect(await outcomes(it)).toEqual({ 'release.scheduled': null, 'release.published': null });
  const failed = { kind: 'failed', why: 'HTTP 500' } as const;
  await settleDelivery(it.db, scheduled, failed, { now: it.at(12), random: () => 0 });
  expect(await it.other(12)).toMatchObject([{ name: 'release.published' }]);
  expect((await outcomes(it))['release.scheduled']).toBe('superseded');
});

test('the event that was emitted later is the newer one, even if its clock was behind', async () => {
  await using it = await twoProcesses();
  await emit(it.db, 'release.published', release('r'), it.at(9));
  expect(await it.one(10)).toMatchObject([{ name: 'release.published' }]);
  expect((await outcomes(it))['release.scheduled']).toBe('superseded');
});

test('a superseded event is sent again by its id, but not with the failed events of its hook', async () => {
  await using it = await twoProcesses();
  await emit(it.db, 'release.published', release('r'), it.at(11));
  const [published] = await it.one(11);
  if (!published) throw new Error('nothing was taken');
  const at = { now: it.at(11), random: () => 0 };
  await settleDelivery(it.db, published, { kind: 'delivered' }, at);
  expect(await redeliver(it.db, published.hook_id, it.at(12))).toBe(0);
  const all = await listDeliveries(it.db, { failed: false, limit: 2 });
  const superseded = all.find(({ outcome }) => outcome === 'superseded');
  expect(await redeliver(it.db, superseded?.event_id ?? '', it.at(12))).toBe(1);
  expect(await it.one(12)).toMatchObject([{ name: 'release.scheduled' }]);
});

test('release.scheduled is dropped if the release is unscheduled while it waits', async () => {
  await using receiver = await startReceiver(500, 204);
  await using service = await startService();
  await hook(service, receiver.url, 'release.scheduled');
  await schedule(service, 'draft');
  await attempted(service, 1);
  await unscheduleRelease(service.db, 'draft', service.clock.now());
  expect(await outcomes(service)).toEqual({ 'release.scheduled': 'superseded' });
  service.clock.advance(day);
  await settled(service);
  expect(receiver.received).toHaveLength(1);
  expect(Number(await countFailed(service.db))).toBe(0);
});

test('an attempt that fails after the release was unscheduled is not repeated', async () => {
  await using service = await startService();
  const { db } = service;
  const now = service.clock.now();
  await addHook(db, { url: 'http://127.0.0.1:9/', events: ['release.scheduled'] }, now);
  await emit(db, 'release.scheduled', release('timed'), now);
  const [delivery] = await takeDue(db, { now, busy: [], holder: 'one', leaseMs: 60_000 });
  if (!delivery) throw new Error('nothing is due');
  await unscheduleRelease(db, 'timed', now);
  const outcome = { kind: 'failed', why: '500' } as const;
  await settleDelivery(db, delivery, outcome, { now, random: () => 0 });
  const later = new Date(now.getTime() + day);
  expect(await takeDue(db, { now: later, busy: [], holder: 'one', leaseMs: 60_000 })).toEqual([]);
  expect(await outcomes(service)).toEqual({ 'release.scheduled': 'superseded' });
});
