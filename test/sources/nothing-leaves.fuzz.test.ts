// @module-tag soak

import { cp, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { recover } from '../../src/store/write/apply.ts';
import type { SyncOptions } from '../../src/sync/session.ts';
import { filesIn } from '../support/files-in.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { randomFrom } from '../support/random-from.ts';
import { leaveUnfinished } from '../sync/leave-unfinished.ts';
import { type Below, type MovingWorld, startMovingWorld } from './moving-world.ts';

test('an entry leaves only if its source, asked for it alone, has none that is public', async () => {
  const counts = { stayed: 0, left: 0, failed: 0, killed: 0 };
  for (let seed = 1; seed <= fuzzRuns(4, 80); seed += 1) {
    const random = randomFrom(seed);
    const below: Below = (count) => Math.floor(random() * count);
    await using world = await startMovingWorld(random);
    await world.sync();
    for (let turn = 0; turn < 8; turn += 1) {
      await world.step();
      const before = await world.entries();
      const isKilled = below(4) === 0;
      const options = { allowMassDelete: below(2) === 0, full: below(4) === 0 };
      world.move(below(3) === 0);
      const { sources = [] } = await (isKilled
        ? killSync(world, options, below)
        : world.sync(options));
      world.rest();
      await recover(world.folder);
      const after = await world.entries();
      const has = await world.publicIds();
      const gone = [...before].filter(([id]) => !after.has(id));
      const wrong = gone.filter(([, upstream]) => has.has(upstream));
      expect(wrong, `seed ${seed}, turn ${turn}`).toEqual([]);
      counts.left += gone.length;
      counts.stayed += after.size;
      counts.failed += sources.filter(({ failure }) => failure !== undefined).length;
      counts.killed += isKilled ? 1 : 0;
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(3);
}, 600_000);

/** Leaves the content folder as a sync would that was killed while applying its plan. */
async function killSync(world: MovingWorld, options: Partial<SyncOptions>, below: Below) {
  const contentDir = `${world.folder}-copy`;
  await rm(contentDir, { recursive: true, force: true });
  await cp(world.folder, contentDir, { recursive: true });
  const report = await world.sync({ ...options, contentDir });
  await leaveUnfinished(world.folder, await filesIn(contentDir), below(2) === 0, below);
  return report;
}
