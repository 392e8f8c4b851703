import { expect, test } from 'vitest';
import { createBudget } from '../../../../src/lib/time/budget.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { releaseRow } from '../../../support/rows.ts';
import { palettePng } from '../../pictures.ts';
import { startSync } from '../../run-sync.ts';

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
