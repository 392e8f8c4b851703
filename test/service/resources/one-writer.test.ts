import { expect, test } from 'vitest';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { inTransaction } from '../../../src/service/database/transaction.ts';
import { createKey, listKeys } from '../../../src/service/keys/keys.ts';
import { incomingWebhookKind } from '../../../src/service/resources/kinds/incoming-webhooks.ts';
import { updateResource } from '../../../src/service/resources/kinds/manage.ts';
import { addSubscriber } from '../../../src/service/resources/subscribers/add-subscriber.ts';
import {
  allSubscriberLists,
  readSubscriberList,
} from '../../../src/service/resources/subscribers/subscriber-lists.ts';
import { news, sample } from '../sample.ts';
import { type Running, startService } from '../start.ts';
import { betweenReadAndWrite } from './between.ts';

// A write is never undone by another writer that read the data before it.

const now = new Date('2026-03-01T00:00:00.000Z');
const list = `/v1/subscriber-lists/${news.id}`;

test('a webhook that is disabled while a command renames it stays disabled', async () => {
  await using service = await startService();
  const { db, done } = betweenReadAndWrite(service.db, 'i-r', () =>
    service.send('PATCH', '/v1/incoming-webhooks/i-r', { isEnabled: false }),
  );
  await updateResource(db, incomingWebhookKind, {
    id: 'i-r',
    given: { name: 'Renamed' },
    clock: service.clock,
  });
  expect((await done).body).toMatchObject({ name: 'Renamed', isEnabled: false });
  const { body } = await service.get('/v1/incoming-webhooks/i-r');
  expect(body).toMatchObject({ name: 'Renamed', isEnabled: false });
});

test('a list that is renamed during an import keeps the name that was answered', async () => {
  await using service = await startService();
  const { db, done } = betweenReadAndWrite(service.db, news.id, () =>
    service.send('PATCH', list, { name: 'Renamed' }),
  );
  const data = sample();
  for (const one of [data.subscriber_lists, data.subscribers.flatMap(({ lists }) => lists)].flat())
    if (one.id === news.id) one.name = 'Imported';
  await importDataSet(db, data, []);
  expect((await done).body).toMatchObject({ name: 'Renamed' });
  expect(await readSubscriberList(service.db, news.id)).toMatchObject({ name: 'Renamed' });
});

test('a list that is deleted while a subscriber is added to it is deleted after that', async () => {
  await using service = await startService();
  const { db, done } = betweenReadAndWrite(service.db, news.id, () => service.send('DELETE', list));
  const added = { email: 'new@example.com', list_ids: [news.id] };
  await addSubscriber(db, added, { id: 'u-new', now });
  expect((await done).status).toBe(200);
  expect(await readSubscriberList(service.db, news.id)).toBeUndefined();
  const { body } = await service.get('/v1/subscribers');
  expect(body).toContainEqual(expect.objectContaining({ id: 'u-new', lists: [] }));
});

test.each<[string, (service: Running) => Promise<unknown>]>([
  ['a list', ({ send }) => send('POST', '/v1/subscriber-lists', { name: 'Another' })],
  ['a key', ({ db }) => createKey(db, { name: 'Another' }, now)],
])('creating %s waits for a running transaction that lists them', async (_what, make) => {
  await using service = await startService();
  const { db, done } = betweenReadAndWrite(service.db, news.id, () => make(service));
  const look = async (db: Db) => [...(await allSubscriberLists(db)), ...(await listKeys(db))];
  const [before, after] = await inTransaction(db, async (db) => [await look(db), await look(db)]);
  await done;
  expect(after).toEqual(before);
  expect(await look(service.db)).toHaveLength(before.length + 1);
});
