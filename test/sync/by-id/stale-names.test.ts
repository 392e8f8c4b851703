import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { releaseRow, speed, web } from '../../support/rows.ts';
import { startSyncedTwice } from './start-by-id.ts';

test.each([
  ['label', { labels: [{ ...speed, name: 'Old name' }] }],
  ['project', { project: { ...web, name: 'Old name' } }],
])('an outdated record does not give a %s its old name back', async (_what, behind) => {
  const shown = { project: web, labels: [speed] };
  // The list of projects is empty here, so that only releases name projects.
  await using it = await startSyncedTwice({ releases: [releaseRow('first', shown)] });
  it.script.releases.push(releaseRow('behind', { project: web, labels: [speed], ...behind }));
  await it.runById(['behind']);
  // After this, no release with the new name is read again.
  it.script.releases.pop();
  await it.run({ allowMassDelete: true });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});
