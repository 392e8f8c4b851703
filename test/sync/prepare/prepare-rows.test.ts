import { expect, test } from 'vitest';
import { ApiRelease } from '../../../src/model/api/rows.ts';
import { createPrepareRows } from '../../../src/sync/prepare/prepare-rows.ts';
import { releaseRow } from '../../support/rows.ts';
import { startPreparing } from '../preparing.ts';

test('lets other tasks of the process run while many entries are prepared', async () => {
  await using preparing = await startPreparing();
  const prepare = createPrepareRows(preparing.options, () => {}).releases;
  const rows = Array.from({ length: 80 }, (_, n) => {
    return { row: ApiRelease.parse(releaseRow(`r-${n}`)), notes: [] };
  });
  let turns = 0;
  const takeTurn = () => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  let next = setImmediate(takeTurn);
  const prepared = await Promise.all(rows.map((row) => prepare(row, false)));
  clearImmediate(next);
  expect(prepared).toHaveLength(80);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('reports five notes about an entry, each once, and how many more there are', async () => {
  await using preparing = await startPreparing();
  const prepare = createPrepareRows(preparing.options, () => {}).releases;
  const row = ApiRelease.parse(releaseRow('a'));
  const notes = ['1', '2', '2', '3', '4', '5', '6', '7'];
  expect((await prepare({ row, notes }, false)).notes).toEqual([
    ...['1', '2', '3', '4', '5'],
    'and 2 more',
  ]);
});
