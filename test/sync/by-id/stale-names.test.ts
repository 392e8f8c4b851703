import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { releaseRow, speed, web } from '../../support/rows.ts';
import { startSyncedTwice } from './start-by-id.ts';

test.each([
  ['label', { labels: [{ ...speed, name: 'Old name' }] }],
  ['project', { project: { ...web, name: 'Old name' } }],
])('a record that is behind gives no %s its old name back', async (_what, behind) => {
  const shown = { project: web, labels: [speed] };
  // Projects are named by releases alone here, as where their list cannot be read.
  await using it = await startSyncedTwice({ releases: [releaseRow('first', shown)] });
  it.script.releases.push(releaseRow('behind', { project: web, labels: [speed], ...behind }));
  await it.bring(['behind']);
  // Nobody who shows the new name is read again after this.
  it.script.releases.pop();
  await it.run({ allowMassDelete: true });
  expect(await filesIn(it.folder)).toEqual(await it.walked());
});
