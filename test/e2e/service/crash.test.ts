// @module-tag soak

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Db } from '../../../src/service/database/schema.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { createLedger, type Ledger, reconcile, type State } from '../../service/ledger.ts';
import { openFile } from '../../service/open-file.ts';
import { apiKey } from '../../service/start.ts';
import { eventually } from '../../support/eventually.ts';
import { randomFrom } from '../../support/random-from.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { ask, runClient } from './crash-client.ts';
import { type Instance, startInstance } from './instances/start-instance.ts';

// A few kills in every test run; `npm run test:soak` makes hundreds.
const kills = Number(process.env.SOAK_KILLS ?? 2);
const seeds = Array.from({ length: Number(process.env.SOAK_RUNS ?? 1) }, (_, n) => n + 1);

test.each(seeds)(
  `keeps and delivers what it acknowledged over ${kills} kills (seed %i)`,
  async (seed) => {
    await using folder = await tempFolder();
    await using receiver = await startReceiver(204);
    const file = join(folder.path, 'x.db');
    await using database = await openFile(file);
    await addHook(database.db, { url: receiver.url, events: ['release.published'] }, new Date());
    const ledger = createLedger();
    const random = randomFrom(seed);

    for (let kill = 0; kill < kills; kill += 1) {
      await using service = await start(file);
      await checkLedger(service.url, ledger, ledger.touched);
      ledger.touched.clear();
      const clients = Array.from({ length: 4 }, () =>
        runClient({ url: service.url, ledger, random }),
      );
      // Waits for a number of writes instead of a time, because a busy machine acknowledges few in
      // any time.
      const before = ledger.acknowledged;
      await eventually(() => ledger.acknowledged - before).toBeGreaterThan(5);
      await delay(random() * 300);
      await service.kill();
      await Promise.all(clients);
    }

    await using service = await start(file);
    await eventually(() => unfinished(database.db)).toBe(0);
    await checkLedger(service.url, ledger, ledger.entries.keys());
    await checkEvents(database.db, receiver, ledger);
    console.log(`${ledger.acknowledged} acknowledged writes over ${kills} kills`);
    // Otherwise nothing could have been lost.
    expect(ledger.acknowledged).toBeGreaterThan(kills);
  },
  900_000,
);

/** Starts the service as its own process, which can be killed at any moment. */
function start(file: string): Promise<Instance> {
  // A short lease, because the test finally waits for that of the last killed instance.
  return startInstance({ database: { engine: 'sqlite', file }, apiKey, leaseMs: 3000 });
}

/**
 * Expects each release in the state of the last answer, or in that of a request that was not
 * answered.
 */
async function checkLedger(url: string, ledger: Ledger, ids: Iterable<string>): Promise<void> {
  for (const id of ids) {
    const entry = ledger.entries.get(id);
    if (!entry) continue;
    const { status, body } = await ask(url, 'GET', `/v1/releases/${id}`);
    const actual: State = status === 404 ? { ...entry.state, status: 'deleted' } : body;
    const state = reconcile(entry, { title: actual.title, status: actual.status });
    if (!state) throw new Error(`${id} is ${JSON.stringify(actual)}, not ${JSON.stringify(entry)}`);
    ledger.entries.set(id, { state });
  }
}

/** Number of scheduled releases and undelivered events. */
async function unfinished(db: Db): Promise<number> {
  const scheduled = await db
    .selectFrom('release')
    .select('id')
    .where('status', '=', 'SCHEDULED')
    .execute();
  const due = await db
    .selectFrom('delivery')
    .select('event_id')
    .where('due_at', 'is not', null)
    .execute();
  return scheduled.length + due.length;
}

/** Expects one event for every release that went live, and that each event was delivered. */
async function checkEvents(db: Db, { received }: Receiver, ledger: Ledger): Promise<void> {
  const published = await db
    .selectFrom('event')
    .select(['release_id', 'id'])
    .where('name', '=', 'release.published')
    .execute();
  const events = [...Map.groupBy(published, ({ release_id }) => release_id)].map(
    ([release_id, rows]) => ({ release_id, ids: rows.map(({ id }) => id).join() }),
  );
  const delivered = new Set(received.map(({ headers }) => headers.get('webhook-id')));
  const released = [...ledger.entries].filter(([, { state }]) => state.status === 'RELEASED');
  // Deleting a release deletes its events too.
  const isThere = (id: string) => ledger.entries.get(id)?.state.status !== 'deleted';
  const expected = new Set([...ledger.published].filter(isThere));
  for (const [id] of released) expected.add(id);
  const reported = new Map(events.map(({ release_id, ids }) => [release_id, ids]));
  expect([...expected].filter((id) => !reported.has(id))).toEqual([]);
  expect(events.filter(({ ids }) => ids.includes(','))).toEqual([]);
  expect(events.filter(({ ids }) => !delivered.has(ids))).toEqual([]);
}
