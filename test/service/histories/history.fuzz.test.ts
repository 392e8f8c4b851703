// @module-tag soak

import fc from 'fast-check';
import { MockAgent } from 'undici';
import { test } from 'vitest';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { onSample } from '../resources/kinds/on-sample.ts';
import { beginning, files } from './beginning.ts';
import { modelOf } from './expected.ts';
import { type Operation, operation, type World } from './operations/draw.ts';
import { milestoneOperations } from './operations/milestones.ts';
import { partOperations } from './operations/parts.ts';
import { releaseOperations } from './operations/releases.ts';
import { subscriberOperations } from './operations/subscribers.ts';
import { typeOperations } from './operations/types.ts';
import { webhookOperations } from './operations/webhooks.ts';
import { startReader } from './reader.ts';
import { expectBackup, expectCopy, expectExport, expectToHold, pass } from './world.ts';

const hour = 60 * 60_000;

const operations = fc.oneof(
  ...releaseOperations,
  ...milestoneOperations,
  ...partOperations,
  ...typeOperations,
  ...subscriberOperations,
  ...webhookOperations,
  {
    weight: 2,
    arbitrary: operation('let hours pass', fc.integer({ min: 1, max: 40 }), (world, hours) =>
      pass(world, hours * hour),
    ),
  },
);
/**
 * The milliseconds before an operation (0 for the same time as the one before), and the operation.
 */
const step = fc.tuple(fc.constantFrom(0, 1000, 1000), operations);
const isLong = Boolean(process.env.SOAK_RUNS);
const usual = process.env.SERVICE_ENGINE === 'postgres' ? 20 : 30;
// No bias, because that of fast-check towards edge cases would make most histories short.
const history = fc.noBias(fc.array(step, { maxLength: isLong ? 200 : usual, size: 'max' }));

test('after random commands and calls, the API, exports and syncs match the expected state', async () => {
  await fc.assert(
    fc.asyncProperty(history, live),
    // Short runs always use the same seed; soak runs use a random one.
    { numRuns: fuzzRuns(1), ...(!isLong && { seed: 42 }) },
  );
}, 3_600_000);

async function live(steps: [number, Operation][]): Promise<void> {
  const network = new MockAgent();
  network.disableNetConnect();
  const anyHook = { path: () => true, method: 'POST' };
  network.get(/.*/).intercept(anyHook).reply(204).persist();
  const options = { data: beginning(), files, network };
  await using service = await onSample(options, 'release.published');
  const world: World = { service, model: modelOf(beginning(), files) };
  await using reader = await startReader(world);
  await expectToHold(world);
  let copied = await expectCopy(world);
  for (const [ms, { run }] of steps) {
    await pass(world, ms);
    await run(world);
    await expectToHold(world);
    copied = await expectCopy(world, copied);
    await reader.expectPlan();
  }
  await reader.expectNothingMore();
  await expectExport(world);
  await expectBackup(world);
}
