// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import {
  type Change,
  change,
  changes,
  firstWorld,
  momentOf,
  releaseCount,
} from './changing-world.ts';
import { honest, type Lie, type Lies, type LyingApi, startLyingApi } from './lying-api.ts';
import { startHistories, type TwoHistories } from './two-histories.ts';

const which = fc.nat({ max: releaseCount - 1 });
const whats = Object.keys(changes) as Change['what'][];
const oneChange: fc.Arbitrary<Change> = fc.record({
  // Mostly changes to single releases: a changed label, project or type defers all events to full
  // syncs.
  what: fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom('publish', 'edit', 'withdraw', 'relabel', 'readdress'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...whats) },
  ),
  which,
  how: fc.nat({ max: 11 }),
});
const lie = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Lie>('none') },
  { weight: 2, arbitrary: fc.constantFrom<Lie>('behind', 'far behind') },
  { weight: 1, arbitrary: fc.constantFrom<Lie>('missing', 'error', 'cut', 'another') },
);
const lies: fc.Arbitrary<Lies> = fc.record({
  lists: fc.oneof(fc.constant(0), fc.integer({ min: -1, max: 6 })),
  workspace: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 3 }) },
  ),
  records: fc.array(lie, { minLength: releaseCount, maxLength: releaseCount }),
});
const published = fc.record({ what: fc.constant<Change['what']>('publish'), which, how: fc.nat() });
const events = fc.record({
  /** Changes that an event reports. */
  changes: fc.array(
    fc.oneof({ weight: 3, arbitrary: published }, { weight: 1, arbitrary: oneChange }),
    { minLength: 1, maxLength: 3 },
  ),
  /** Releases that an event names although they did not change; the last two do not exist. */
  others: fc.array(fc.nat({ max: releaseCount + 1 }), { maxLength: 2 }),
  lies: fc.oneof({ weight: 3, arbitrary: fc.constant(honest) }, { weight: 2, arbitrary: lies }),
});
const steps = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ change: oneChange }) },
    { weight: 4, arbitrary: fc.record({ event: events }) },
    { weight: 1, arbitrary: fc.record({ walk: lies }) },
  ),
  { minLength: 6, maxLength: 16 },
);
const cases = fc.record({
  shared: fc.boolean(),
  isReduced: fc.boolean(),
  filters: fc.boolean(),
  /** If false, the API answers full syncs correctly. */
  walksAreLiedTo: fc.boolean(),
  steps,
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;
type Came = Record<Awaited<ReturnType<TwoHistories['event']>>, number>;

test('a full sync repairs whatever events brought from an API that lies, lags and fails', async () => {
  await using api = await startLyingApi();
  const came: Came = { synced: 0, deferred: 0, failed: 0 };
  await fc.assert(
    fc.asyncProperty(cases, (one) => play(one, api, came)),
    { numRuns: fuzzRuns(4) },
  );
  expect(came.synced).toBeGreaterThan(0);
  expect(came.deferred).toBeGreaterThan(0);
});

async function play({ steps, ...one }: Case, api: LyingApi, came: Came): Promise<void> {
  const world = firstWorld(one.shared);
  api.begin(momentOf(world), one);
  await using histories = await startHistories(api);
  await walk(honest, api, histories);
  const happen = (all: readonly Change[]) => {
    for (const one of all) {
      change(world, one);
      api.goOn(momentOf(world));
    }
  };
  for (const step of steps)
    if ('event' in step) {
      const { changes, others, lies } = step.event;
      happen(changes);
      api.tell(lies);
      const numbers = [...changes.map(({ which }) => which), ...others];
      came[await histories.event(numbers.map((n) => `r-${n}`))] += 1;
    } else if ('change' in step) happen([step.change]);
    else await walk(one.walksAreLiedTo ? step.walk : honest, api, histories);
  // A sync has no reason to read an unchanged record again if the API sent it an old label name or
  // reduced rows, so in these cases this one reads everything.
  await walk(honest, api, histories, one.walksAreLiedTo || one.isReduced);
  await histories.compare(one.shared);
}

async function walk(lies: Lies, api: LyingApi, histories: TwoHistories, full = false) {
  api.tell(lies);
  await histories.walk({ full });
  if (lies === honest) await histories.expectUpToDate();
}
