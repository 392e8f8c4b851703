import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { releaseRow } from '../../support/rows.ts';
import { startSyncedTwice } from './start-by-id.ts';

// Change types that the workspace does not list, and for which releases give different colours.

const inColour = (color: string) => ({
  changes: [{ title: 'Security', color, content: 'x' }],
  updated_at: '2026-02-01T00:00:00.000Z',
});
const [lesser, greater] = [inColour('#0000ff'), inColour('#ff0000')];

test('syncs a release whose colour for a type is not the one used as a full sync would', async () => {
  await using it = await startSyncedTwice({ releases: [releaseRow('first', lesser)] });
  it.script.releases.push(releaseRow('new', greater));
  expect(await it.runById(['new'])).toMatchObject({ kind: 'synced' });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
  // Its colour is used once the release with the other colour is gone.
  it.script.releases[0] = releaseRow('first');
  await it.run();
  const full = { full: true };
  expect((await it.run(full)).files).toEqual({ written: 0, removed: 0 });
});

test.each([
  ['comes to the colour that counts', 1, lesser],
  ['stays with another', 1, { ...greater, title: 'Edited' }],
])('syncs a release that %s as a full sync would', async (_what, index, over) => {
  const rows = [releaseRow('first', lesser), releaseRow('second', greater)];
  await using it = await startSyncedTwice({ releases: rows });
  Object.assign(it.script.releases[index] ?? {}, over);
  expect(await it.runById(['second'])).toMatchObject({ kind: 'synced' });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});

test.each([
  ['has the colour that counts from now on', [greater], lesser],
  ['may have been the last in the colour that counts', [lesser, greater], greater],
])('defers a release to a full sync if it %s', async (_what, colours, over) => {
  const rows = colours.map((colour, n) => releaseRow(`r-${n}`, colour));
  await using it = await startSyncedTwice({ releases: rows });
  Object.assign(it.script.releases[0] ?? {}, over);
  const before = await it.kept();
  expect(await it.runById(['r-0'])).toMatchObject({ kind: 'deferred' });
  expect(await it.kept()).toEqual(before);
});
