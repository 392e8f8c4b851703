import { expect, test } from 'vitest';
import { contentDigest, releaseIds } from '../../../src/store/read/read-state.ts';
import { milestoneRow, releaseRow, workspace } from '../../support/rows.ts';
import { startSync } from '../../sync/run-sync.ts';

test('lists the ids of the releases in a content folder', async () => {
  const hidden = releaseRow('r-2', { is_public: false });
  await using it = await startSync({ releases: [releaseRow('r-1'), hidden] });
  expect(await releaseIds(it.folder)).toEqual(new Set());
  await it.run();
  expect(await releaseIds(it.folder)).toEqual(new Set(['r-1']));
});

test('the content digest changes whenever public content changed, and only then', async () => {
  await using it = await startSync({ releases: [releaseRow('r-1')] });
  const seen = [await contentDigest(it.folder)];
  const changes = [
    () => {},
    () => it.script.releases.push(releaseRow('r-2')),
    () => {
      it.script.releases[0] = releaseRow('r-1', { body: '<p>Edited</p>' });
    },
    () => it.script.milestones.push(milestoneRow('m-1')),
    () => {
      it.script.workspace = { ...workspace, name: 'Renamed' };
    },
    () => it.script.releases.pop(),
  ];
  for (const change of changes) {
    change();
    await it.run();
    seen.push(await contentDigest(it.folder));
  }
  expect(new Set(seen).size).toBe(seen.length);
  it.script.releases.push(releaseRow('r-3', { status: 'DRAFT' }));
  await it.run();
  expect(await contentDigest(it.folder)).toBe(seen.at(-1));
});
