import { expect, test } from 'vitest';
import { addHook } from '../../../../src/service/events/hooks.ts';
import { openDatabase } from '../../../../src/service/open-database.ts';
import { apiKey } from '../../../service/start.ts';
import { eventually } from '../../../support/eventually.ts';
import { testDatabase } from '../../../support/postgres/test-database.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { ask } from '../crash-client.ts';
import { startInstance } from './start-instance.ts';

test('what was stopped past its lease settles nothing when it wakes, and another delivers meanwhile', async () => {
  await using store = await testDatabase();
  const database = { engine: 'postgres', url: store.url } as const;
  await using opened = await openDatabase(database);
  const { db } = opened;
  const late = Promise.withResolvers<number>();
  await using receiver = await startReceiver(late.promise, 500);
  await addHook(db, { url: receiver.url, event: 'release.published' }, new Date());
  const options = { database, apiKey, leaseMs: 2000 };
  await using one = await startInstance(options);
  const draft = { title: 'One', slug: 'one', status: 'DRAFT' };
  const { body } = await ask(one.url, 'POST', '/v1/releases', draft);
  await ask(one.url, 'POST', `/v1/releases/${body.id}/publish`);
  await receiver.until(1);
  one.stop();
  late.resolve(204);
  await using other = await startInstance(options);
  const [first, second] = [receiver.received[0], await receiver.until(2)];
  const id = 'webhook-id';
  expect(second.headers.get(id)).toBe(first?.headers.get(id));
  const delivery = () =>
    db.selectFrom('delivery').select(['attempts', 'outcome']).executeTakeFirst();
  const written = { attempts: 1, outcome: 'failed: HTTP 500' };
  await eventually(delivery).toEqual(written);
  one.resume();
  await eventually(() => one.lines.join('')).toMatch(/too late/);
  expect(await delivery()).toEqual(written);
  expect(other.lines).toEqual([]);
});
