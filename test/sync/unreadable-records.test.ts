import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatReport } from '../../scripts/terminal/report-text.ts';
import { decideExitCode, type SyncReport } from '../../src/sync/write/report/report.ts';
import { filesIn } from '../support/files-in.ts';
import { reduced, releaseRow, releaseRows } from '../support/rows.ts';
import { huge } from './huge-answer.ts';
import { startSync } from './run-sync.ts';

const trouble = (status: number) => () => Response.json({ error: 'Sorry.' }, { status });
const cut = () => new Response('{"id"', { headers: { 'content-type': 'application/json' } });

test.each([
  ['answers 500', trouble(500)],
  ['answers 410', trouble(410)],
  ['is cut off', cut],
  ['is larger than any answer may be', huge],
])('leaves out only a new release whose record %s, and names it', async (_what, answer) => {
  await using it = await startSync({ releases: releaseRows(3), listed: reduced });
  await it.run();
  it.script.releases = [
    releaseRow('new'),
    releaseRow('r-0', { title: 'Edited', updated_at: '2026-02-01T00:00:00.000Z' }),
    releaseRow('r-1'),
    releaseRow('newer'),
  ];
  it.script.answers.set('/v1/releases/new', answer);
  const report = await it.run();
  expect(report.releases).toMatchObject({ added: ['newer'], changed: ['r-0'], removed: ['r-2'] });
  expect(report.quarantined).toMatchObject([{ id: 'new', title: 'Title of new' }]);
  expect(decideExitCode(report as unknown as SyncReport, true)).toBe(3);
  expect(formatReport(report as unknown as SyncReport, 0)).toContain(
    `Left out of releases: “Title of new” (GET ${it.api.url}/v1/releases/new failed`,
  );
  it.script.answers.clear();
  expect((await it.run()).releases.added).toEqual(['new']);
});

test('a first sync continues if it can read enough of the records', async () => {
  await using it = await startSync({ releases: releaseRows(8), listed: reduced });
  for (const id of [0, 1, 2, 3, 4]) it.script.answers.set(`/v1/releases/r-${id}`, trouble(500));
  expect(await it.run()).toMatchObject({ releases: { total: 3 } });
});

test.each([
  ['most', 8, 6],
  ['all', 3, 3],
])('a first sync fails if it can hardly read any records: %s', async (_what, count, bad) => {
  await using it = await startSync({ releases: releaseRows(count), listed: reduced });
  for (const { id } of releaseRows(bad)) it.script.answers.set(`/v1/releases/${id}`, trouble(500));
  await expect(it.run()).rejects.toThrow('status 500');
  await expect(filesIn(it.folder)).rejects.toThrow('ENOENT');
});

test('continues past an id with half a character, in reduced and in complete lists', async () => {
  for (const listed of [reduced, (row: ReturnType<typeof reduced>) => row]) {
    await using it = await startSync({ releases: releaseRows(3), listed });
    await it.run();
    it.script.releases = [releaseRow('half-\ud83d'), ...releaseRows(2)];
    const report = await it.run();
    expect(report.releases.removed).toEqual(['r-2']);
    expect(report.quarantined).toMatchObject([{ title: 'Title of half-' }]);
  }
});

test('removes an entry whose known id has half a character, after requesting its record', async () => {
  await using it = await startSync({ releases: releaseRows(8) });
  await it.run();
  const file = join(it.folder, '.sync.json');
  const state = JSON.parse(await readFile(file, 'utf8'));
  state.releases['half-\ud83d'] = { slug: 'half', source: '' };
  await writeFile(file, JSON.stringify(state));
  expect((await it.run()).releases).toMatchObject({ total: 8, withheld: [] });
});
