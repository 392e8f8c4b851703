import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emit } from '../../../src/service/events/emit.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { nextDelivery, settleDelivery, takeDue } from '../../../src/service/events/outbox.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { explained } from '../database/explained.ts';
import { openFile } from '../open-file.ts';
import { release } from '../sample.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 9, minute));

/** An outbox with three events, a minute apart, for two hooks. */
async function backlog() {
  const lifetimes = new AsyncDisposableStack();
  const file = join(lifetimes.use(await tempFolder(inMemory)).path, 'x.db');
  const { db } = lifetimes.use(await openFile(file));
  const hooks: string[] = [];
  for (const name of ['one', 'two']) {
    const url = `https://example.com/${name}`;
    hooks.push((await addHook(db, { url, events: ['release.published'] }, at(0))).id);
  }
  for (const minute of [2, 1, 3])
    await emit(db, 'release.published', release(`r-${minute}`), at(minute));
  return { db, file, hooks, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

const minutesOf = (deliveries: { payload: string }[]) =>
  deliveries.map(({ payload }) => new Date(JSON.parse(payload).timestamp).getUTCMinutes());

const look = { holder: 'one', leaseMs: 60_000, busy: [] };

test('returns the oldest delivery of each hook that is not busy', async () => {
  await using it = await backlog();
  const [busy = '', other = ''] = it.hooks;
  const others = await takeDue(it.db, { ...look, now: at(3), busy: [busy] });
  expect(others.map(({ hook_id }) => hook_id)).toEqual([other]);
  const due = [...others, ...(await takeDue(it.db, { ...look, now: at(3), busy: [other] }))];
  expect(minutesOf(due)).toEqual([1, 1]);
  for (const delivery of due)
    await settleDelivery(it.db, delivery, { kind: 'delivered' }, { now: at(3), random: () => 0 });
  expect(minutesOf(await takeDue(it.db, { ...look, now: at(3) }))).toEqual([2, 2]);
});

test('returns no delivery before its due time', async () => {
  await using it = await backlog();
  expect(await takeDue(it.db, { ...look, now: at(0) })).toEqual([]);
});

test('the next delivery is the earliest one that is not due yet', async () => {
  await using it = await backlog();
  expect(await nextDelivery(it.db, at(0))).toBe(at(1).getTime());
  expect(await nextDelivery(it.db, at(1))).toBe(at(2).getTime());
  expect(await nextDelivery(it.db, at(3))).toBeUndefined();
});

test('a delivery that was dropped during its attempt is not tried again, but its success is recorded', async () => {
  await using it = await backlog();
  const [failing, succeeding] = await takeDue(it.db, { ...look, now: at(1) });
  if (!failing || !succeeding) throw new Error('nothing was taken');
  const settled = { now: at(1), random: () => 0 };
  await it.db.updateTable('delivery').set({ due_at: null, outcome: 'dropped' }).execute();
  await settleDelivery(it.db, failing, { kind: 'failed', why: '500' }, settled);
  await settleDelivery(it.db, succeeding, { kind: 'delivered' }, settled);
  const outcomeOf = async ({ event_id, hook_id }: typeof failing) => {
    const rows = it.db.selectFrom('delivery').select(['due_at', 'outcome']);
    return rows.where('event_id', '=', event_id).where('hook_id', '=', hook_id).execute();
  };
  expect(await outcomeOf(failing)).toEqual([{ due_at: null, outcome: 'dropped' }]);
  expect(await outcomeOf(succeeding)).toEqual([{ due_at: null, outcome: 'delivered' }]);
});

test('reads only the first delivery of each hook, however many are pending', async () => {
  await using it = await backlog();
  const { steps, watched } = explained(it.db, it.file);
  await takeDue(watched, { ...look, now: at(3) });
  const details = steps().map(({ detail }) => detail);
  expect(details).toContain(
    'SEARCH first USING COVERING INDEX delivery_hook (hook_id=? AND due_at<?)',
  );
  expect(
    details.filter((detail) => /^SCAN (?:delivery|first|event)|TEMP B-TREE/.test(detail)),
  ).toEqual([]);
});
