import { expect, test } from 'vitest';
import { sampleWorkspaceId } from '../../src/model/api/workspace.ts';
import { decideExitCode } from '../../src/sync/write/report/report.ts';
import { releaseRow, releaseRows, workspace } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

const exitCode = (report: unknown) =>
  decideExitCode(report as Parameters<typeof decideExitCode>[0], false);

test('withholds the removal of five out of five missing releases', async () => {
  await using it = await startSync({ releases: releaseRows(5) });
  await it.run();
  it.script.releases = [];
  const report = await it.run();
  expect(report.releases).toMatchObject({ total: 5, removed: [] });
  expect(exitCode(report)).toBe(3);
});

test('removes 8 of 40 releases at once if they were made private', async () => {
  await using it = await startSync({ releases: releaseRows(40) });
  await it.run();
  for (const row of it.script.releases.slice(0, 8)) row.is_public = false;
  const report = await it.run();
  expect(report.releases).toMatchObject({ total: 32, withheld: [] });
  expect(exitCode(report)).toBe(0);
});

test('withholds the removal of 8 of 40 releases that answer 404, and still adds new ones', async () => {
  await using it = await startSync({ releases: releaseRows(40) });
  await it.run();
  it.script.releases = [releaseRow('new'), ...it.script.releases.slice(8)];
  const report = await it.run();
  expect(report.releases).toMatchObject({ total: 41, added: ['new'], removed: [] });
  expect(report.releases.withheld).toHaveLength(8);
  expect(exitCode(report)).toBe(3);
});

test('replaces the bundled sample without asking and without the guard against mass removal', async () => {
  await using it = await startSync({
    workspace: { ...workspace, id: sampleWorkspaceId },
    releases: releaseRows(12),
  });
  await it.run();
  it.script.workspace = workspace;
  it.script.releases = [releaseRow('own')];
  const report = await it.run();
  expect(report.releases).toMatchObject({ total: 1, added: ['own'], withheld: [] });
  expect([...(await it.content()).releases.keys()]).toEqual(['own']);
  expect(exitCode(report)).toBe(0);
});

test('changes nothing if another workspace answers at the same address', async () => {
  await using it = await startSync({ releases: releaseRows(3) });
  await it.run();
  it.script.workspace = { ...workspace, id: 'another' };
  it.script.releases = [];
  await expect(it.run()).rejects.toThrow('--replace');
  expect((await it.content()).releases.size).toBe(3);
});
