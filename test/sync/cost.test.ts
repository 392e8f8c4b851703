import { expect, test } from 'vitest';
import { reduced, releaseRows } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

/** One request for the workspace, and two each for the empty lists of projects and milestones. */
const fixed = 5;

test.each([0, 1, 100, 101])(
  'a first sync of %i releases reads the lists twice and each record once',
  async (count) => {
    await using it = await startSync({ releases: releaseRows(count), listed: reduced });
    await it.run();
    const passes = 2 * (Math.ceil(count / 100) + 1);
    expect(it.api.askedFor()).toHaveLength(passes + count + fixed);
  },
);

test('an unchanged sync reads the lists twice and no record', async () => {
  await using it = await startSync({ releases: releaseRows(101), listed: reduced });
  await it.run();
  it.api.askedFor();
  await it.run();
  expect(it.api.askedFor()).toHaveLength(2 * 3 + fixed);
});
