import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBudget } from '../../../../src/sync/prepare/assets/budget.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { releaseRow } from '../../../support/rows.ts';
import { palettePng } from '../../pictures.ts';
import { startSync } from '../../run-sync.ts';

/** Work that ends when the test calls `end`, or when the budget is used up. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return {
    end: () => resolve('done'),
    run: (over: AbortSignal) => {
      over.addEventListener('abort', () => resolve('over'));
      return promise;
    },
  };
}

test('aborts running work when the time is up, and starts no more', async () => {
  const clock = manualClock();
  const budget = createBudget(10, clock);
  const running = [work(), work()].map(({ run }) => budget.spend(run));
  clock.advance(9_999);
  await turn();
  clock.advance(1);
  expect(await Promise.all(running)).toEqual(['over', 'over']);
  expect(await budget.spend(async () => 'done')).toBeUndefined();
});

test('only counts time while work is running', async () => {
  const clock = manualClock();
  const budget = createBudget(10, clock);
  for (const _ of [1, 2, 3]) {
    const one = work();
    const running = budget.spend(one.run);
    clock.advance(3_000);
    one.end();
    expect(await running).toBe('done');
    clock.advance(60_000);
  }
  const last = budget.spend(work().run);
  clock.advance(1_000);
  expect(await last).toBe('over');
});

test('stops counting time when work fails', async () => {
  const clock = manualClock();
  const budget = createBudget(10, clock);
  const failing = budget.spend(async () => {
    clock.advance(4_000);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  clock.advance(60_000);
  expect(await budget.spend(async () => 'done')).toBe('done');
});

test('releases are published without pictures that stall, which later syncs fetch', async () => {
  const clock = manualClock();
  const releases = Array.from({ length: 10 }, (_, n) =>
    releaseRow(`r-${n}`, { hero: { type: 'image', url: `/files/${n}.png` } }),
  );
  await using it = await startSync({ releases });
  const stalling = () => {
    // The response never ends; the clock is moved while the download is running.
    clock.advance(5_000);
    return new Response(new ReadableStream());
  };
  for (let n = 0; n < 10; n += 1) it.script.answers.set(`/files/${n}.png`, stalling);
  const report = await it.run({ assetBudget: createBudget(5, clock) });
  expect(report.releases.total).toBe(10);
  expect(report.deferred).toBeGreaterThan(5);
  const deferred = `${report.deferred} pictures and files could not be downloaded within 5 seconds. Later syncs will fetch them.`;
  const failed = Array.from({ length: 10 - report.deferred }, () =>
    expect.stringMatching(
      /^Release “.*”: left out \/files\/\d\.png: no complete answer before the timeout$/,
    ),
  );
  expect(report.warnings).toEqual([deferred, ...failed]);

  const png = new Uint8Array(await palettePng());
  for (let n = 0; n < 10; n += 1) it.script.answers.set(`/files/${n}.png`, () => new Response(png));
  const next = await it.run();
  expect([next.deferred, next.releases.changed.length]).toEqual([0, report.deferred]);
  const { releases: entries } = await it.content();
  expect([...entries.values()].filter(({ hero }) => hero)).toHaveLength(report.deferred);
});
