import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../../src/lib/database/database.ts';
import { openServiceDatabase } from '../../../src/service/database/open.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { createLedger, type Ledger, reconcile, type State } from '../../service/ledger.ts';
import { apiKey } from '../../service/start.ts';
import { startCommand } from '../../support/command.ts';
import { eventually } from '../../support/eventually.ts';
import { randomFrom } from '../../support/random-from.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { ask, runClient } from './crash-client.ts';

// A few kills in every test run; `npm run test:soak` makes it hundreds.
const kills = Number(process.env.SOAK_KILLS ?? 4);
const seeds = Array.from({ length: Number(process.env.SOAK_RUNS ?? 1) }, (_, n) => n + 1);

test.each(seeds)(
  `keeps and delivers what it acknowledged over ${kills} kills (seed %i)`,
  async (seed) => {
    await using folder = await tempFolder();
    await using receiver = await startReceiver(204);
    const file = join(folder.path, 'x.db');
    using database = openServiceDatabase(file);
    addHook(database, { url: receiver.url, event: 'release.published' }, new Date());
    const ledger = createLedger();
    const random = randomFrom(seed);

    for (let kill = 0; kill < kills; kill += 1) {
      await using service = await start(file);
      await checkLedger(service.url, ledger, ledger.touched);
      ledger.touched.clear();
      const clients = Array.from({ length: 4 }, () =>
        runClient({ url: service.url, ledger, random }),
      );
      // Counted and not timed: on a busy machine, little is acknowledged in any time.
      const before = ledger.acknowledged;
      await eventually(() => ledger.acknowledged - before).toBeGreaterThan(5);
      await delay(random() * 300);
      service.kill();
      await Promise.all(clients);
    }

    await using service = await start(file);
    await eventually(() => unfinished(database)).toBe(0);
    await checkLedger(service.url, ledger, ledger.entries.keys());
    checkEvents(database, receiver, ledger);
    console.log(`${ledger.acknowledged} acknowledged writes over ${kills} kills`);
    // Something was at stake, however slow the machine.
    expect(ledger.acknowledged).toBeGreaterThan(kills);
  },
  900_000,
);

/** The service as a process of its own, to be killed in the middle of whatever it does. */
async function start(database: string) {
  const service = startCommand('service', {
    args: ['--port', '0', '--database', database],
    env: { API_KEY: apiKey },
    cwd: '.',
  });
  const [url] = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
  return {
    url,
    kill: () => service.process.kill('SIGKILL'),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Every release is what the last answer said, or what an unanswered wish would have made of it. */
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

/** How many releases still wait for their time, and events for their hook. */
function unfinished(database: Database): number | undefined {
  return database.get(
    z.object({ n: z.int() }),
    `SELECT (SELECT count(*) FROM release WHERE status = 'SCHEDULED')
          + (SELECT count(*) FROM delivery WHERE due_at IS NOT NULL) AS n`,
  )?.n;
}

const Published = z.object({ release_id: z.string(), ids: z.string() });

/** Every release that went live has one event, and that one was delivered. */
function checkEvents(database: Database, { received }: Receiver, ledger: Ledger): void {
  const events = database.all(
    Published,
    `SELECT release_id, group_concat(id) AS ids FROM event
     WHERE name = 'release.published' GROUP BY release_id`,
  );
  const delivered = new Set(received.map(({ headers }) => headers.get('webhook-id')));
  const released = [...ledger.entries].filter(([, { state }]) => state.status === 'RELEASED');
  // The events of what was deleted since are gone with it.
  const isThere = (id: string) => ledger.entries.get(id)?.state.status !== 'deleted';
  const expected = new Set([...ledger.published].filter(isThere));
  for (const [id] of released) expected.add(id);
  const reported = new Map(events.map(({ release_id, ids }) => [release_id, ids]));
  expect([...expected].filter((id) => !reported.has(id))).toEqual([]);
  expect(events.filter(({ ids }) => ids.includes(','))).toEqual([]);
  expect(events.filter(({ ids }) => !delivered.has(ids))).toEqual([]);
}
