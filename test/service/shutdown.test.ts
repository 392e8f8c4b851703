import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listDeliveries } from '../../src/service/events/deliveries.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startReceiver } from '../support/receiver.ts';
import { exportDataSet } from './data-set/held-export.ts';
import { hook, publish } from './events/hooks.ts';
import { apiKey, startService } from './start.ts';
import { emptyStore } from './store.ts';

test('a request that is half sent when the service stops is still answered and saved', async () => {
  await using store = await emptyStore();
  const service = await startService({ store });
  const body = JSON.stringify({ title: 'Late', slug: 'late', status: 'DRAFT' });
  const sent = request(`${service.url}/v1/releases`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  sent.write(body.slice(0, 10));
  await once(sent, 'socket');
  // An answer to another request shows that the first one has arrived.
  await service.get('/healthz');
  const stopped = service[Symbol.asyncDispose]();
  sent.end(body.slice(10));
  const [response] = await once(sent, 'response');
  expect({ status: response.statusCode, title: JSON.parse(await text(response)).title }).toEqual({
    status: 201,
    title: 'Late',
  });
  await stopped;
  await using database = await openDatabase(store.location);
  expect((await exportDataSet(database.db)).data.releases.map(({ slug }) => slug)).toContain(
    'late',
  );
});

test('a hook that does not answer does not block stopping, and its delivery stays pending', async () => {
  await using store = await emptyStore();
  await using receiver = await startReceiver(new Promise(() => {}));
  const clock = manualClock();
  const sleeps: number[] = [];
  const watched = {
    ...clock,
    sleep: (ms: number, signal?: AbortSignal) => {
      sleeps.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  {
    const service = await startService({ store, clock: watched });
    await hook(service, receiver.url);
    await publish(service, 'draft');
    await receiver.until(1);
    sleeps.length = 0;
    const stopped = service[Symbol.asyncDispose]();
    // Due deliveries are checked every second; the longer sleep is the grace period for the hook.
    await eventually(() => Math.max(...sleeps)).toBeGreaterThan(1000);
    // Less than the ten seconds after which process managers kill, and less than the timeout of a
    // hook.
    clock.advance(4000);
    await stopped;
  }
  await using database = await openDatabase(store.location);
  const [delivery] = await listDeliveries(database.db, { failed: false, limit: 1 });
  expect(delivery).toMatchObject({ attempts: 0, outcome: null, due_at: expect.any(String) });
  // The next process need not wait for the lease to expire.
  const lease = database.db.selectFrom('hook').select(['leased_by', 'leased_until']);
  expect(await lease.execute()).toEqual([{ leased_by: null, leased_until: null }]);
});
