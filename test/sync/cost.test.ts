import { expect, test } from 'vitest';
import { reduced, releaseRow } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

const rows = (count: number) => Array.from({ length: count }, (_, n) => releaseRow(`r-${n}`));

/** The workspace once; projects and milestones, which are empty, in two passes each. */
const fixed = 5;

test.each([0, 1, 99, 100, 250])(
  'a first sync of %i releases reads the lists twice and each record once',
  async (count) => {
    await using it = await startSync({ releases: rows(count), listed: reduced });
    await it.run();
    const passes = 2 * (Math.ceil(count / 100) + 1);
    expect(it.api.askedFor()).toHaveLength(passes + count + fixed);
  },
);

test('an unchanged sync reads the lists twice and no record', async () => {
  await using it = await startSync({ releases: rows(250), listed: reduced });
  await it.run();
  it.api.askedFor();
  await it.run();
  expect(it.api.askedFor()).toHaveLength(2 * 4 + fixed);
});
