// @module-tag soak

import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openInbox } from '../../../src/receiver/inbox/open.ts';
import { releaseIds } from '../../../src/store/read/read-state.ts';
import { randomFrom } from '../../support/random-from.ts';
import { releaseRow } from '../../support/rows.ts';
import { startSurroundings, startWebhook } from './webhook-process.ts';

// One kill in every test run; `npm run test:soak` makes many.
const kills = Number(process.env.SOAK_KILLS ?? 1);

test('killed after it acknowledged events, the receiver handles all of them', async () => {
  await using around = await startSurroundings();
  const random = randomFrom(1);
  // A slow hook makes runs long enough to be killed in the middle.
  around.hook.answers.afterMs = 300;
  const acknowledged: string[] = [];

  for (let kill = 0; kill < kills; kill += 1) {
    await using it = await startWebhook(around);
    const deliver = async (id: string) => {
      around.script.releases.push(releaseRow(id));
      if ((await it.deliver(`msg_${id}`, id)) === 202) acknowledged.push(`msg_${id}`);
    };
    await deliver(`r-${kill + 1}`);
    // A run starts after 2 s and takes about 1 s. The kill interrupts it, and follows the answer to a
    // second event at once.
    await delay(1800 + random() * 1500);
    await deliver(`r-${kill + 1}-late`);
    it.process.kill('SIGKILL');
    await it.finished;
  }

  expect(acknowledged).toHaveLength(2 * kills);
  {
    await using it = await startWebhook(around);
    await it.until({ queue: { count: 0 }, running: false, failing: false });
  }
  using inbox = openInbox(around.inbox);
  const fulfilled = inbox.all(
    z.object({ id: z.string() }),
    "SELECT id FROM event WHERE outcome = 'fulfilled'",
  );
  expect(fulfilled.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
  expect((await releaseIds(`${around.folder}/content`)).size).toBe(2 * kills + 1);
}, 900_000);
