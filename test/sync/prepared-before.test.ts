import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest, digestOf } from '../../src/lib/digest.ts';
import { ApiRelease } from '../../src/model/api/rows.ts';
import type { SyncState } from '../../src/model/content/sync-state.ts';
import { collectInputs, PREPARE_VERSION } from '../../src/sync/prepare/prepare.ts';
import { filesIn, stampsIn } from '../support/files-in.ts';
import { type Row, releaseRow, workspace } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

const rows = ['a', 'b', 'c'].map((id) =>
  releaseRow(id, { body: '<h2>Breaking changes</h2><ul><li>Old tokens</li></ul>' }),
);

test('prepares content of the previous version again in one sync, and keeps its ids', async () => {
  await using it = await startSync({ releases: rows });
  await it.run();
  const whole = await filesIn(it.folder);
  await makeOld(it.folder, rows);
  expect((await it.content()).releases.get('a')?.groups).toBeUndefined();

  const report = await it.run();
  expect(report.releases).toMatchObject({ added: [], removed: [], moved: [] });
  expect([...(await it.content()).releases.values()].map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(await filesIn(it.folder)).toEqual(whole);

  const stamps = await stampsIn(it.folder);
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
  expect(await stampsIn(it.folder)).toEqual(stamps);
});

/**
 * Rewrites the content as the previous version would have: releases without groups, and sources
 * with the old version number.
 */
async function makeOld(folder: string, rows: readonly Row[]): Promise<void> {
  const stateFile = join(folder, '.sync.json');
  const state: SyncState = JSON.parse(await readFile(stateFile, 'utf8'));
  for (const row of rows) {
    const path = `releases/${row.id}.json`;
    const { groups, ...entry } = JSON.parse(await readFile(join(folder, path), 'utf8'));
    expect(groups).toHaveLength(1);
    const text = `${JSON.stringify(entry, null, 2)}\n`;
    await writeFile(join(folder, path), text);
    state.files[path] = digest(text, 20);
    const known = state.releases[row.id];
    expect(known?.source).toBe(sourceOf(row, PREPARE_VERSION));
    if (known) known.source = sourceOf(row, PREPARE_VERSION - 1);
  }
  await writeFile(stateFile, JSON.stringify(state));
  // The cache of known pages is not used after the version changed.
  await rm(`${folder}-cache.json`);
}

function sourceOf(row: Row, version: number): string {
  const [, ...inputs] = collectInputs('releases', workspace as never, true);
  return digestOf([[version, ...inputs], ApiRelease.parse(row)]);
}
