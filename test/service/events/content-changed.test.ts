import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { createWriteQueue } from '../../../src/service/database/write-queue.ts';
import { listDeliveries } from '../../../src/service/events/deliveries.ts';
import { type Changed, emitChanged } from '../../../src/service/events/emit.ts';
import { addHook, chooseEvents, listHooks } from '../../../src/service/events/hooks.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { nameWorkspace } from '../../../src/service/resources/workspace.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receiver.ts';
import { milestone, release, sample } from '../sample.ts';
import { type Running, startService } from '../start.ts';
import { migratedStore } from '../store.ts';
import { attempted, hook, publish, settled } from './hooks.ts';

const now = new Date('2026-03-01T09:00:00.000Z');
const one: Changed = { kind: 'milestone', id: 'm-1' };
/** No server listens here, and nothing is sent because the test clock does not advance. */
const nowhere = 'http://127.0.0.1:9/hook';

/** The events that were queued for hooks, oldest first, delivered ones included. */
async function told({ db }: Pick<Running, 'db'>): Promise<string[]> {
  const all = await listDeliveries(db, { failed: false, limit: 1000 });
  return all
    .map(({ changed, release_id }) =>
      changed ? `${changed.data.kind} ${changed.data.id}` : `release.published ${release_id}`,
    )
    .reverse();
}

describe('a hook with content.changed', () => {
  test.each<[string, (service: Running) => Promise<unknown>]>([
    ['edited', ({ send }) => send('PATCH', '/v1/releases/oldest', { title: 'Another' })],
    ['made private', ({ send }) => send('PATCH', '/v1/releases/oldest', { is_public: false })],
    ['deleted', ({ send }) => send('DELETE', '/v1/releases/oldest')],
  ])('gets an event without details if a live release was %s', async (_what, change) => {
    await using receiver = await startReceiver(204);
    await using service = await startService();
    await hook(service, receiver.url, 'content.changed');
    await change(service);
    const { body } = await receiver.until(1);
    const timestamp = service.clock.now().toISOString();
    const data = { kind: 'release', id: 'oldest' };
    expect(JSON.parse(body)).toEqual({ type: 'content.changed', timestamp, data });
    await settled(service);
    expect(await told(service)).toEqual(['release oldest']);
  });

  test('gets an event if a private release becomes public', async () => {
    await using service = await startService();
    await hook(service, nowhere, 'content.changed');
    await service.send('PATCH', '/v1/releases/hidden', { is_public: true });
    expect(await told(service)).toEqual(['release hidden']);
  });

  test('gets no event for changes that no page shows', async () => {
    await using service = await startService();
    await hook(service, nowhere, 'content.changed');
    await service.send('PATCH', '/v1/releases/draft', { title: 'Still a draft' });
    await service.send('PATCH', '/v1/releases/hidden', { title: 'Still private' });
    await service.send('DELETE', '/v1/releases/hidden');
    await service.send('DELETE', '/v1/releases/timed');
    expect(await told(service)).toEqual([]);
  });

  test('gets an event if the workspace is renamed', async () => {
    await using service = await startService();
    await hook(service, nowhere, 'content.changed');
    await nameWorkspace(service.db, { name: 'Acme' }, now);
    expect(await told(service)).toEqual(['workspace w-1']);
  });

  test('can get several kinds of events with one secret', async () => {
    await using receiver = await startReceiver(204);
    await using service = await startService();
    const { id } = await hook(service, receiver.url, 'content.changed', 'release.published');
    await publish(service, 'draft');
    await receiver.until(1);
    await service.send('DELETE', '/v1/releases/oldest');
    await receiver.until(2);
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
      'release.published',
      'content.changed',
    ]);
    expect(await listHooks(service.db)).toMatchObject([
      { id, events: ['content.changed', 'release.published'] },
    ]);
  });
});

test('a hook gets the events that were chosen last', async () => {
  await using service = await startService();
  const { id } = await hook(service, nowhere);
  await service.send('DELETE', '/v1/releases/oldest');
  expect(await chooseEvents(service.db, id, ['content.changed', 'content.changed'])).toBe(true);
  await service.send('DELETE', '/v1/releases/tie-a');
  await publish(service, 'draft');
  expect(await told(service)).toEqual(['release tie-a']);
  expect(await chooseEvents(service.db, 'hook_none', ['content.changed'])).toBe(false);
});

test('a pending content.changed event outlives its release', async () => {
  await using service = await startService();
  await hook(service, nowhere, 'content.changed');
  const events = async () =>
    (await listDeliveries(service.db, { failed: false, limit: 9 })).map(({ event_id }) => event_id);
  await service.send('PATCH', '/v1/releases/oldest', { title: 'Another' });
  const before = await events();
  expect(before).toHaveLength(1);
  await service.send('DELETE', '/v1/releases/oldest');
  // If the first attempt had already begun, there is a second event as well.
  expect(await events()).toEqual(expect.arrayContaining(before));
});

describe('an event that is still pending for a hook', () => {
  test('absorbs further changes for that hook, but not for other hooks', async () => {
    await using it = await twoOpen();
    const url = 'https://example.com/';
    const events = ['content.changed'] as const;
    await addHook(it.db, { url, events }, now);
    for (const id of ['m-1', 'm-2', 'm-3']) await emitChanged(it.db, { ...one, id }, now);
    expect(await told(it)).toEqual(['milestone m-1']);
    await addHook(it.db, { url, events }, now);
    await emitChanged(it.db, { ...one, id: 'm-4' }, new Date(now.getTime() + 1));
    expect(await told(it)).toEqual(['milestone m-1', 'milestone m-4']);
  });

  test('absorbs concurrent changes of another instance', async () => {
    await using it = await twoOpen();
    await addHook(it.db, { url: nowhere, events: ['content.changed'] }, now);
    const emits = [it.db, it.other].flatMap((db) => {
      const inTurn = createWriteQueue(systemClock, 5000);
      return [1, 2, 3].map(() => inTurn(() => emitChanged(db, one, now)));
    });
    await Promise.all(emits);
    expect(await told(it)).toHaveLength(1);
  });

  test('absorbs further changes after a failed attempt, too', async () => {
    await using receiver = await startReceiver(503, 204);
    await using service = await startService();
    await hook(service, receiver.url, 'content.changed');
    await service.send('PATCH', '/v1/releases/oldest', { title: 'Another' });
    await attempted(service, 1);
    await service.send('PATCH', '/v1/releases/oldest', { title: 'And another' });
    expect(await told(service)).toHaveLength(1);
    service.clock.advance(10_000);
    await receiver.until(2);
    await settled(service);
  });

  test('absorbs no change during an attempt, because the hook may already have read the content', async () => {
    const answer = Promise.withResolvers<number>();
    await using receiver = await startReceiver(answer.promise, 204);
    await using service = await startService();
    await hook(service, receiver.url, 'content.changed');
    await service.send('PATCH', '/v1/releases/oldest', { title: 'Another' });
    await receiver.until(1);
    for (const title of ['A third', 'A fourth'])
      await service.send('PATCH', '/v1/releases/oldest', { title });
    expect(await told(service)).toHaveLength(2);
    answer.resolve(204);
    service.clock.advance(1000);
    await receiver.until(2);
    await settled(service);
    expect(receiver.received).toHaveLength(2);
  });
});

test('an import emits one event for all visible changes, and none if readers see no change', async () => {
  await using it = await twoOpen();
  await addHook(it.db, { url: nowhere, events: ['content.changed'] }, now);
  const data = sample();
  await importDataSet(it.db, data, []);
  expect(await told(it)).toHaveLength(1);
  await it.db.updateTable('delivery').set({ due_at: null, outcome: 'delivered' }).execute();
  await importDataSet(it.db, data, []);
  const hidden = { ...milestone('second', { is_public: false }), title: 'Not to be seen' };
  const drafts = [release('draft', { status: 'DRAFT', released_at: null, title: 'Nor this' })];
  await importDataSet(it.db, { ...data, releases: drafts, milestones: [hidden] }, []);
  expect(await told(it)).toHaveLength(1);
  await importDataSet(it.db, { ...data, milestones: [milestone('third', { title: 'Seen' })] }, []);
  await eventually(() => told(it)).toHaveLength(2);
});

/** A database that two processes have open. */
async function twoOpen() {
  const lifetimes = new AsyncDisposableStack();
  const { location } = lifetimes.use(await migratedStore());
  const { db } = lifetimes.use(await openDatabase(location, { waitMs: 0 }));
  const { db: other } = lifetimes.use(await openDatabase(location, { waitMs: 0 }));
  return { db, other, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}
