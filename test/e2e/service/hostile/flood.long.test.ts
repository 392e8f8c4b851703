// @module-tag soak

import { describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../../src/service/database/engine.ts';
import { listSubscribers } from '../../../../src/service/resources/subscribers/subscribers.ts';
import { emptyStore } from '../../../service/store.ts';
import { eventually } from '../../../support/eventually.ts';
import { ask } from '../crash-client.ts';
import { floodEmail, floodSignUps } from './flood.ts';
import { startOn } from './start.ts';

async function startOnEmpty(engine: Engine) {
  const lifetimes = new AsyncDisposableStack();
  // A test that times out does not dispose of its resources itself.
  onTestFinished(() => lifetimes.disposeAsync());
  const { location } = lifetimes.use(await emptyStore(engine));
  const it = lifetimes.use(await startOn(location));
  const emails = async () => (await listSubscribers(it.db, {})).map(({ email }) => email);
  return {
    ...it,
    /** Waits until a sign-up of the flood is in the database. */
    begun: () => eventually(emails).toContain(floodEmail),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

const draft = (n: number) => ({ title: 'Honest', slug: `honest-${n}`, status: 'DRAFT' });

describe.each(['sqlite', 'postgres'] as const)(
  'during a flood of pipelined sign-ups, on %s',
  (engine) => {
    test('other requests are answered long before the sign-ups', async () => {
      await using it = await startOnEmpty(engine);
      using flood = floodSignUps(it.address);
      await it.begun();
      for (let n = 0; n < 3; n += 1) {
        const before = flood.answered();
        expect((await fetch(`${it.address}/healthz`)).status).toBe(200);
        const { status } = await ask(it.address, 'POST', '/v1/releases', draft(n));
        expect([201, 503]).toContain(status);
        // The flood has 10,000 sign-ups. Their number is a better measure than milliseconds, which
        // depend on how busy the machine is.
        expect(flood.answered() - before).toBeLessThan(1000);
      }
    });

    test('SIGTERM stops the service without answering the remaining sign-ups', async () => {
      await using it = await startOnEmpty(engine);
      using flood = floodSignUps(it.address);
      await it.begun();
      const since = performance.now();
      it.service.process.kill('SIGTERM');
      expect((await it.service.finished).code).toBe(0);
      // It takes five seconds on an idle machine.
      expect(performance.now() - since).toBeLessThan(15_000);
      expect(flood.answered()).toBeLessThan(5000);
    });
  },
);
