import { expect, test } from 'vitest';
import { type Row, releaseRow, releaseRows } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

/** A sync of 350 releases whose list is changed once, while its third page is asked for. */
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

test('a release added during the walk costs no other', async () => {
  const { ids, total } = await changedDuring((list) => list.unshift(releaseRow('new')));
  expect(total).toBe(351);
  expect(ids).toContain('new');
});

test('a release deleted during the walk costs no other', async () => {
  const { ids, total } = await changedDuring((list) => list.splice(0, 1));
  expect(total).toBe(349);
  expect(ids).not.toContain('r-0');
});

test('releases that change places during the walk are all there', async () => {
  const { total } = await changedDuring((list) => list.unshift(...list.splice(150, 100)));
  expect(total).toBe(350);
});

test('a short page in the middle ends nothing', async () => {
  await using it = await startSync({ releases: releaseRows(350) });
  let short = true;
  it.script.intercept = (path, query) => {
    if (path !== '/v1/releases' || query.get('offset') !== '100' || !short) return undefined;
    short = false;
    return Response.json(it.script.releases.slice(100, 130));
  };
  expect((await it.run()).releases.total).toBe(350);
});
