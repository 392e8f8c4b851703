import { expect, test } from 'vitest';
import { type Row, releaseRow, releaseRows } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

/**
 * Runs a sync of 350 releases during which the list changes once, at the request for its third
 * page.
 */
async function changedDuring(change: (releases: Row[]) => void) {
  await using it = await startSync({ releases: releaseRows(350) });
  let changed = false;
  it.script.intercept = (path, query) => {
    if (path === '/v1/releases' && query.get('offset') === '200' && !changed) {
      changed = true;
      change(it.script.releases as Row[]);
    }
    return undefined;
  };
  const { releases } = await it.run();
  expect(releases.unsettled).toBe(false);
  return { ids: new Set((await it.content()).releases.keys()), total: releases.total };
}

test('loses no release when one is added during the sync', async () => {
  const { ids, total } = await changedDuring((list) => list.unshift(releaseRow('new')));
  expect(total).toBe(351);
  expect(ids).toContain('new');
});

test('loses no other release when one is deleted during the sync', async () => {
  const { ids, total } = await changedDuring((list) => list.splice(0, 1));
  expect(total).toBe(349);
  expect(ids).not.toContain('r-0');
});

test('loses no release when releases change places during the sync', async () => {
  const { total } = await changedDuring((list) => list.unshift(...list.splice(150, 100)));
  expect(total).toBe(350);
});

test('does not take a short page in the middle for the end of the list', async () => {
  await using it = await startSync({ releases: releaseRows(350) });
  let short = true;
  it.script.intercept = (path, query) => {
    if (path !== '/v1/releases' || query.get('offset') !== '100' || !short) return undefined;
    short = false;
    return Response.json(it.script.releases.slice(100, 130));
  };
  expect((await it.run()).releases.total).toBe(350);
});
