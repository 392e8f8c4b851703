import { expect, test } from 'vitest';
import { releaseRow, releaseRows } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

test('treats a list beyond its window as incomplete, and removes nothing because of it', async () => {
  await using it = await startSync({ releases: releaseRows(1101) });
  expect((await it.run()).releases).toMatchObject({
    total: 1100,
    full: ['releases without a project without labels'],
  });
  it.script.releases.unshift(releaseRow('new'));
  expect((await it.run()).releases).toMatchObject({ total: 1101, removed: [] });
});
