import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { reportRetries } from '../../../scripts/terminal/report-retries.ts';
import type { Retrying } from '../../../src/client/client.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { startClient } from '../../client/start-client.ts';
import { manualClock } from '../../support/manual-clock.ts';

test('reports every five seconds which requests are retried', async () => {
  const clock = manualClock();
  const [said, retrying] = [[] as string[], new Set<Retrying>()];
  await using _telling = reportRetries(retrying, (line) => said.push(line), clock);
  const pass = async (seconds: number) => {
    for (let n = 0; n < seconds; n += 1) {
      clock.advance(1_000);
      await turn();
    }
    return said.splice(0);
  };
  expect(await pass(60)).toEqual([]);
  const at = clock.now().getTime() + 14_000;
  const one = { path: '/v1/releases?offset=0', attempts: 2, why: 'status 503', at };
  retrying.add(one);
  expect(await pass(5)).toEqual([
    'GET /v1/releases?offset=0 failed 2 times (status 503), retrying in 10 s.',
  ]);
  retrying.add({ path: '/v1/milestones', attempts: 1, why: 'no connection in time', at });
  expect((await pass(5))[0]).toMatch(/retrying in \d s, and 1 other request too\.$/);
  expect((await pass(10)).at(-1)).toMatch(/retrying now, and/);
  retrying.clear();
  expect(await pass(60)).toEqual([]);
});

test('a request is listed as retried until it is answered', async () => {
  const retrying = new Set<Retrying>();
  const seen: Retrying[][] = [];
  const clock = {
    now: systemClock.now,
    sleep: async () => void seen.push([...retrying].map((one) => ({ ...one }))),
  };
  await using it = await startClient(
    (_path, count) => Response.json({}, { status: count < 2 ? 503 : 200 }),
    { retrying, clock },
  );
  await it.client.get('releases', { offset: 0 });
  expect(seen).toMatchObject([
    [{ path: '/v1/releases?offset=0', attempts: 1, why: 'status 503' }],
    [{ path: '/v1/releases?offset=0', attempts: 2, why: 'status 503' }],
  ]);
  expect([...retrying]).toEqual([]);
});

test('a request that is given up is no longer listed', async () => {
  const retrying = new Set<Retrying>();
  await using it = await startClient(() => Response.json({}, { status: 500 }), { retrying });
  await expect(it.client.get('releases')).rejects.toThrow('gave up');
  expect([...retrying]).toEqual([]);
});
