import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { releaseRow } from '../../support/rows.ts';
import { startSyncedTwice } from './start-by-id.ts';

// Types of changes that the workspace does not list, and of which releases disagree on the colour.

const inColour = (color: string) => ({
  changes: [{ title: 'Security', color, content: 'x' }],
  updated_at: '2026-02-01T00:00:00.000Z',
});
const [lesser, greater] = [inColour('#0000ff'), inColour('#ff0000')];

test('a release with another colour than the one that counts is brought as a walk would', async () => {
  await using it = await startSyncedTwice({ releases: [releaseRow('first', lesser)] });
  it.script.releases.push(releaseRow('new', greater));
  expect(await it.bring(['new'])).toMatchObject({ kind: 'synced' });
  expect(await filesIn(it.folder)).toEqual(await it.walked());
  // Its own counts once that of the other is gone.
  it.script.releases[0] = releaseRow('first');
  await it.run();
  const full = { full: true };
  expect((await it.run(full)).files).toEqual({ written: 0, removed: 0 });
});

test.each([
  ['comes to the colour that counts', 1, lesser],
  ['stays with another', 1, { ...greater, title: 'Edited' }],
])('a release that %s is brought as a walk would', async (_what, index, over) => {
  const rows = [releaseRow('first', lesser), releaseRow('second', greater)];
  await using it = await startSyncedTwice({ releases: rows });
  Object.assign(it.script.releases[index] ?? {}, over);
  expect(await it.bring(['second'])).toMatchObject({ kind: 'synced' });
  expect(await filesIn(it.folder)).toEqual(await it.walked());
});

test.each([
  ['has the colour that counts from now on', [greater], lesser],
  ['may have been the last in the colour that counts', [lesser, greater], greater],
])('a release is left to a walk that %s', async (_what, colours, over) => {
  const rows = colours.map((colour, n) => releaseRow(`r-${n}`, colour));
  await using it = await startSyncedTwice({ releases: rows });
  Object.assign(it.script.releases[0] ?? {}, over);
  const before = await it.kept();
  expect(await it.bring(['r-0'])).toMatchObject({ kind: 'deferred' });
  expect(await it.kept()).toEqual(before);
});
