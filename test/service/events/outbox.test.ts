import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openServiceDatabase } from '../../../src/service/database/open.ts';
import { emit } from '../../../src/service/events/emit.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { dueDeliveries, settleDelivery } from '../../../src/service/events/outbox.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { explained } from '../database/explained.ts';
import { release } from '../sample.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 9, minute));

/** An outbox of three events, of a minute each, for two hooks. */
async function backlog() {
  const folder = await tempFolder(inMemory);
  const database = openServiceDatabase(join(folder.path, 'x.db'));
  const hooks = ['one', 'two'].map((name) => {
    const url = `https://example.com/${name}`;
    return addHook(database, { url, event: 'release.published' }, at(0)).id;
  });
  for (const minute of [2, 1, 3]) emit(database, 'release.published', release('r'), at(minute));
  return {
    database,
    hooks,
    async [Symbol.asyncDispose]() {
      database[Symbol.dispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const minutesOf = (deliveries: { payload: string }[]) =>
  deliveries.map(({ payload }) => new Date(JSON.parse(payload).timestamp).getUTCMinutes());

test('gives each hook its oldest delivery, but none to those that are busy', async () => {
  await using it = await backlog();
  const due = dueDeliveries(it.database, at(3), []);
  expect(due.map(({ hook_id }) => hook_id).toSorted()).toEqual(it.hooks.toSorted());
  expect(minutesOf(due)).toEqual([1, 1]);
  const [busy = ''] = it.hooks;
  const others = dueDeliveries(it.database, at(3), [busy]);
  expect(others.map(({ hook_id }) => hook_id)).toEqual(it.hooks.slice(1));
  for (const delivery of due)
    settleDelivery(it.database, delivery, { kind: 'delivered' }, { now: at(3), random: () => 0 });
  expect(minutesOf(dueDeliveries(it.database, at(3), []))).toEqual([2, 2]);
});

test('gives nothing before its time', async () => {
  await using it = await backlog();
  expect(dueDeliveries(it.database, at(0), [])).toEqual([]);
});

test('looks at the first delivery of a hook alone, however many wait', async () => {
  await using it = await backlog();
  const { steps, watched } = explained(it.database);
  dueDeliveries(watched, at(3), []);
  const details = steps.map(({ detail }) => detail);
  expect(details).toContain(
    'SEARCH delivery USING COVERING INDEX delivery_hook (hook_id=? AND due_at<?)',
  );
  expect(details.filter((detail) => /^SCAN (?:delivery|event)|TEMP B-TREE/.test(detail))).toEqual(
    [],
  );
});
