import { expect, test } from 'vitest';
import { filesIn } from '../support/files-in.ts';
import { reduced, releaseRow, releaseRows } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

const error = (status: number) => () => Response.json({ error: 'Sorry.' }, { status });

test('keeps an entry that is missing from the list but public by id', async () => {
  await using it = await startSync({ releases: releaseRows(3) });
  await it.run();
  it.script.unlisted.add('r-1');
  expect(await it.run()).toMatchObject({
    releases: { total: 3, removed: [] },
    files: { written: 0 },
    warnings: [],
  });
});

test('removes an entry that is missing from the list and private by id', async () => {
  await using it = await startSync({ releases: releaseRows(3) });
  await it.run();
  it.script.releases[1] = releaseRow('r-1', { is_public: false });
  expect((await it.run()).releases).toMatchObject({ total: 2, removed: ['r-1'] });
});

test('removes an entry that no longer exists', async () => {
  await using it = await startSync({ releases: releaseRows(3) });
  await it.run();
  it.script.releases.splice(1, 1);
  expect((await it.run()).releases).toMatchObject({ total: 2, removed: ['r-1'] });
  expect(await filesIn(it.folder)).not.toHaveProperty('releases/r-1.json');
});

test.each([401, 403, 410, 500])(
  'keeps an entry whose record answers %i, and reports it',
  async (status) => {
    await using it = await startSync({ releases: releaseRows(3) });
    await it.run();
    it.script.releases.splice(1, 1);
    it.script.answers.set('/v1/releases/r-1', error(status));
    const report = await it.run();
    expect(report.releases).toMatchObject({ total: 3, removed: [] });
    expect(report.warnings).toEqual([
      expect.stringContaining(
        `Release “Title of r-1”: left unchanged: GET ${it.api.url}/v1/releases/r-1 failed`,
      ),
    ]);
  },
);

test('withholds removals that may be an accident', async () => {
  await using it = await startSync({ releases: releaseRows(8) });
  await it.run();
  const before = await filesIn(it.folder);
  it.script.releases.splice(0, 6);
  const { releases } = await it.run();
  expect(releases).toMatchObject({ total: 8, removed: [] });
  expect(releases.withheld.sort()).toEqual(['r-0', 'r-1', 'r-2', 'r-3', 'r-4', 'r-5']);
  expect(await filesIn(it.folder)).toEqual(before);
});

test('applies all other changes while it withholds removals', async () => {
  await using it = await startSync({ releases: releaseRows(8) });
  await it.run();
  it.script.releases.splice(0, 6, releaseRow('new'));
  it.script.releases[1] = releaseRow('r-6', { title: 'Renamed' });
  it.script.releases[2] = releaseRow('r-7', { is_public: false });
  expect((await it.run()).releases).toMatchObject({
    added: ['new'],
    changed: ['r-6'],
    removed: ['r-7'],
  });
});

test('withholds the removals again at the next sync', async () => {
  await using it = await startSync({ releases: releaseRows(8) });
  await it.run();
  it.script.releases.splice(0, 6);
  await it.run();
  expect((await it.run()).releases.withheld).toHaveLength(6);
});

test('removes everything if mass removal is allowed', async () => {
  await using it = await startSync({ releases: releaseRows(8) });
  await it.run();
  it.script.releases.splice(0, 8);
  expect((await it.run({ allowMassDelete: true })).releases).toMatchObject({
    total: 0,
    withheld: [],
  });
});

test('keeps the last good entry if its row becomes invalid but is public', async () => {
  await using it = await startSync({ releases: releaseRows(2) });
  await it.run();
  const before = await filesIn(it.folder);
  it.script.releases[0] = releaseRow('r-0', { title: null });
  const report = await it.run();
  expect(report.warnings).toEqual([
    expect.stringMatching(/^Release “Title of r-0”: left unchanged: title/),
  ]);
  expect(await filesIn(it.folder)).toEqual(before);
});

test('does not report an entry as left out if it is kept', async () => {
  await using it = await startSync({ releases: releaseRows(2) });
  await it.run();
  it.script.releases = [releaseRow('r-0', { title: null }), { id: 'bad' }];
  it.script.filters = false;
  const { quarantined } = await it.run();
  expect(quarantined).toMatchObject([{ id: 'bad' }]);
});

test('removes an entry whose row becomes invalid and private', async () => {
  await using it = await startSync({ releases: releaseRows(2) });
  await it.run();
  it.script.releases[0] = releaseRow('r-0', { title: null, is_public: false });
  it.script.filters = false;
  expect((await it.run()).releases.removed).toEqual(['r-0']);
});

test('leaves out only the invalid row among new ones', async () => {
  await using it = await startSync({ releases: [...releaseRows(2), { id: 'bad' }] });
  it.script.filters = false;
  expect(await it.run()).toMatchObject({
    releases: { total: 2 },
    quarantined: [{ id: 'bad', collection: 'releases' }],
  });
});

test.each([403, 500])(
  'keeps an entry with a reduced row whose record answers %i',
  async (status) => {
    await using it = await startSync({ releases: releaseRows(2), listed: reduced });
    await it.run();
    it.script.releases[0] = releaseRow('r-0', { updated_at: '2026-02-01T00:00:00.000Z' });
    it.script.answers.set('/v1/releases/r-0', error(status));
    expect(await it.run()).toMatchObject({
      releases: { total: 2, removed: [] },
      files: { written: 0, removed: 0 },
      warnings: [expect.stringContaining('Release “Title of r-0”: left unchanged')],
    });
  },
);

test('fails on a new record that it cannot read', async () => {
  await using it = await startSync({ releases: releaseRows(2), listed: reduced });
  it.script.answers.set('/v1/releases/r-0', error(403));
  await expect(it.run()).rejects.toThrow('status 403');
});

test.each([{ status: 'ARCHIVED' }, { is_public: null }])(
  'removes an entry whose row becomes invalid and says %j',
  async (over) => {
    await using it = await startSync({ releases: releaseRows(2), filters: false });
    await it.run();
    it.script.releases[0] = releaseRow('r-0', { title: null, ...over });
    expect((await it.run()).releases.removed).toEqual(['r-0']);
  },
);
