import type { KyselyPlugin, Updateable } from 'kysely';
import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import type { Schema } from '../../../src/service/database/schema.ts';
import { beginDelivery, deliver, leaveDelivery } from '../../../src/service/events/deliver.ts';
import { emit } from '../../../src/service/events/emit.ts';
import { addHook, removeHook } from '../../../src/service/events/hooks.ts';
import { type Delivery, settleDelivery, takeDue } from '../../../src/service/events/outbox.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { startReceiver } from '../../support/receiver.ts';
import { release } from '../sample.ts';
import { migratedStore } from '../store.ts';

const leaseMs = 60_000;
const start = Date.UTC(2026, 2, 1, 9);

/** Two processes that share one hook, which has one pending event. */
async function two() {
  const lifetimes = new AsyncDisposableStack();
  const { location } = lifetimes.use(await migratedStore());
  const one = lifetimes.use(await openDatabase(location));
  const other = lifetimes.use(await openDatabase(location));
  const url = 'https://example.com/hook';
  const hook = await addHook(one.db, { url, events: ['release.published'] }, new Date(start));
  await emit(one.db, 'release.published', release('r'), new Date(start));
  const take = (db: typeof one.db, holder: string, seconds = 0) =>
    takeDue(db, { now: new Date(start + seconds * 1000), busy: [], holder, leaseMs });
  const settle = (delivery: Delivery | undefined) => {
    if (!delivery) throw new Error('nothing was taken');
    const at = { now: new Date(start), random: () => 0 };
    return settleDelivery(one.db, delivery, { kind: 'delivered' }, at);
  };
  /** Sets the time at which the lease ends. */
  const lapse = async (until: string) => {
    const ended = one.db.updateTable('hook').set({ leased_until: until });
    await ended.where('id', '=', hook.id).execute();
  };
  const outcomes = async () => {
    const rows = await one.db.selectFrom('delivery').select(['attempts', 'outcome']).execute();
    return rows;
  };
  return {
    hook,
    db: one.db,
    one: (seconds?: number) => take(one.db, 'one', seconds),
    other: (seconds?: number) => take(other.db, 'other', seconds),
    settle,
    /** Takes deliveries as `one`; another process changes the delivery after the first query. */
    meanwhile: (row: Updateable<Schema['delivery']>) => {
      const change: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          await other.db.updateTable('delivery').set(row).execute();
          return result;
        },
      };
      return take(one.db.withPlugin(change), 'one');
    },
    lapse,
    outcomes,
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

const long = '2000-01-01T00:00:00.000Z';
const far = '2099-01-01T00:00:00.000Z';

describe('a lease on a hook', () => {
  test('is given to only one of several that ask at the same time', async () => {
    await using it = await two();
    const asked = await Promise.all([it.one(), it.other(), it.one(), it.other()]);
    const holders = asked.flat().map(({ leased_by }) => leased_by);
    expect(new Set(holders).size).toBe(1);
  });

  test('ends with the attempt, whose outcome is recorded', async () => {
    await using it = await two();
    const [delivery] = await it.one();
    expect(await it.other()).toEqual([]);
    expect(await it.settle(delivery)).toBe(true);
    expect(await it.outcomes()).toEqual([{ attempts: 1, outcome: 'delivered' }]);
    await emit(it.db, 'release.published', release('r'), new Date(start));
    expect(await it.other()).toHaveLength(1);
  });

  test('that has expired is taken over, and its former holder can settle nothing', async () => {
    await using it = await two();
    const [asleep] = await it.one();
    await it.lapse(long);
    const [taken] = await it.other();
    expect(taken).toMatchObject({ event_id: asleep?.event_id, leased_by: 'other' });
    expect(await it.settle(asleep)).toBe(false);
    expect(await it.outcomes()).toEqual([{ attempts: 0, outcome: null }]);
    expect(await it.settle(taken)).toBe(true);
    expect(await it.settle(asleep)).toBe(false);
    expect(await it.outcomes()).toEqual([{ attempts: 1, outcome: 'delivered' }]);
  });

  test('that its holder takes again replaces the earlier one, which settles nothing', async () => {
    await using it = await two();
    const [unanswered] = await it.one();
    await it.lapse(long);
    // Leases are distinguished by a timestamp in milliseconds.
    const then = Date.now();
    await eventually(() => Date.now()).toBeGreaterThan(then);
    const [again] = await it.one(1);
    expect(await it.settle(unanswered)).toBe(false);
    expect(await it.settle(again)).toBe(true);
  });

  test('whose holder never got the answer of the database is given to that holder again', async () => {
    await using it = await two();
    await it.one();
    expect(await it.other()).toEqual([]);
    expect(await it.one()).toHaveLength(1);
  });

  test('blocks nobody if it ends too far in the future, as after the clock was set back', async () => {
    await using it = await two();
    await it.one();
    await it.lapse(far);
    expect(await it.other()).toHaveLength(1);
  });

  test('is released if another process made the delivery in between', async () => {
    await using it = await two();
    expect(await it.meanwhile({ due_at: null, outcome: 'delivered' })).toEqual([]);
    const row = await it.db.selectFrom('hook').select('leased_by').executeTakeFirst();
    expect(row).toEqual({ leased_by: null });
  });

  test('is given back without sending if more than half of it has passed', async () => {
    await using it = await two();
    const [delivery] = await it.one();
    if (!delivery) throw new Error('nothing was taken');
    const clock = manualClock();
    await using receiver = await startReceiver(204);
    await using lifetimes = new AsyncDisposableStack();
    const network = lifetimes.adopt(new Agent(), (agent) => agent.close());
    const options = { db: it.db, clock, network, random: () => 0, leaseMs };
    const here = { ...delivery, url: receiver.url };
    const { signal } = new AbortController();
    const takenAt = clock.now();
    clock.advance(leaseMs / 2 + 1);
    const log = createLog({ level: 'silent' });
    await deliver({ ...options, log }, here, { takenAt, stopping: signal, over: signal });
    expect(receiver.received).toEqual([]);
    expect(await it.outcomes()).toEqual([{ attempts: 0, outcome: null }]);
    expect(await it.other()).toHaveLength(1);
  });

  test('that was lost cannot begin a delivery, and releasing a valid one undoes its beginning', async () => {
    await using it = await two();
    const begun = () => it.db.selectFrom('delivery').select('begun_at').executeTakeFirst();
    const [asleep] = await it.one();
    await it.lapse(long);
    const [taken] = await it.other();
    if (!asleep || !taken) throw new Error('nothing was taken');
    expect(await beginDelivery(it.db, asleep, new Date(start))).toBe(false);
    expect(await begun()).toEqual({ begun_at: null });
    expect(await beginDelivery(it.db, taken, new Date(start))).toBe(true);
    await leaveDelivery(it.db, asleep);
    expect(await begun()).toEqual({ begun_at: new Date(start).toISOString() });
    await leaveDelivery(it.db, taken);
    expect(await begun()).toEqual({ begun_at: null });
    expect(await it.one()).toHaveLength(1);
  });

  test('on a hook that was removed meanwhile settles nothing', async () => {
    await using it = await two();
    const [delivery] = await it.one();
    await removeHook(it.db, it.hook.id, new Date(start));
    expect(await it.settle(delivery)).toBe(false);
  });
});
