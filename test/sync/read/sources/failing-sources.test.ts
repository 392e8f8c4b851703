import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/client/api-error.ts';
import { SourceError } from '../../../../src/sources/source.ts';
import { decideExitCode } from '../../../../src/sync/write/report/report.ts';
import { filesIn } from '../../../support/files-in.ts';
import { milestoneRow, releaseRow, releaseRows } from '../../../support/rows.ts';
import type { BriefReport } from '../../run-sync.ts';
import { down, memorySource, startSources } from './start-sources.ts';

const exitCode = (report: BriefReport) => decideExitCode(report as never, false);
const limited = new ApiError(
  { method: 'GET', url: 'https://api.github.com/repos/acme/board', attempts: 1, status: 403 },
  'the rate limit is used up',
  'Run it again later.',
);

/** A content folder synced from a small source and a large one. */
async function synced() {
  const it = await startSources();
  const small = memorySource('small', { releases: [releaseRow('s-0'), releaseRow('s-1')] });
  const large = memorySource('large', {
    releases: releaseRows(40),
    milestones: [milestoneRow('m-1')],
  });
  await it.sync([small, large]);
  return { ...it, small, large, before: await filesIn(it.folder) };
}

test.each([down, limited])('removes nothing if every source fails: %s', async (failure) => {
  await using it = await synced();
  it.small.failure = failure;
  it.large.failure = failure;
  const failing = it.sync([it.small, it.large]);
  await expect(failing).rejects.toMatchObject({ exitCode: 1 });
  await expect(failing).rejects.toThrow(
    `Every source failed. Nothing was changed.\nsmall: ${failure.message}\nlarge: `,
  );
  expect(await filesIn(it.folder)).toEqual(it.before);
});

test.each([
  ['small', down],
  ['small', limited],
  ['large', down],
] as const)('removes nothing if one of two sources fails: %s', async (name, failure) => {
  await using it = await synced();
  it[name].failure = failure;
  const other = name === 'small' ? it.large : it.small;
  other.releases.push(releaseRow('new'));
  const report = await it.sync([it.small, it.large]);
  expect(exitCode(report)).toBe(3);
  expect(report.releases).toMatchObject({ total: 43, removed: [], withheld: [], added: ['new'] });
  expect(report.milestones).toMatchObject({ total: 1, removed: [] });
  expect(report.sources?.filter((one) => one.failure)).toMatchObject([
    { name, failure: failure.message },
  ]);
  expect(await filesIn(it.folder)).toMatchObject(
    Object.fromEntries(Object.entries(it.before).filter(([path]) => /^releases\//.test(path))),
  );
});

test('a source that works again continues from its previous state', async () => {
  await using it = await synced();
  it.small.failure = down;
  await it.sync([it.small, it.large]);
  it.small.failure = undefined;
  it.small.releases.shift();
  const report = await it.sync([it.small, it.large]);
  expect(exitCode(report)).toBe(0);
  expect(report.releases).toMatchObject({ total: 41, removed: ['s-0'] });
});

test('a source that fails at its first sync does not keep others from being shown', async () => {
  await using it = await startSources();
  const a = memorySource('a');
  a.failure = down;
  const report = await it.sync([a, memorySource('b', { releases: releaseRows(2) })]);
  expect(exitCode(report)).toBe(3);
  expect(report.releases).toMatchObject({ total: 2 });
});

test('a source that had entries and now lists none counts as failed', async () => {
  await using it = await synced();
  it.small.releases = [];
  const report = await it.sync([it.small, it.large], { allowMassDelete: true });
  expect(exitCode(report)).toBe(3);
  expect(report.releases).toMatchObject({ total: 42, removed: [] });
  expect(report.sources?.[0]?.failure).toContain('the source had entries but now has none');
  await expect(it.sync([it.small])).rejects.toThrow('Every source failed');
});

test('a source that can no longer read its headings names them', async () => {
  await using it = await synced();
  const read = it.small.read.bind(it.small);
  it.small.releases = [];
  it.small.read = async () => ({
    ...(await read()),
    notes: [
      'CHANGELOG.md:1: “One”: is not a version; the heading and the text below it were left out',
    ],
    leftOut: 1,
  });
  const { sources } = await it.sync([it.small, it.large]);
  expect(sources?.[0]?.failure).toMatch(/now has none\. CHANGELOG\.md:1: “One”: is not a version/);
});

test('a source that never had entries may be empty', async () => {
  await using it = await synced();
  const report = await it.sync([it.small, it.large, memorySource('new')]);
  expect(exitCode(report)).toBe(0);
});

test('removals are guarded for each source and each collection separately', async () => {
  await using it = await startSources();
  const small = memorySource('small', {
    releases: [releaseRow('s-0'), releaseRow('s-1')],
    milestones: [milestoneRow('m-1')],
  });
  const large = memorySource('large', { releases: releaseRows(80) });
  await it.sync([small, large]);
  small.milestones = [];
  small.releases = [releaseRow('other')];
  large.releases.splice(0, 8);
  const report = await it.sync([small, large]);
  expect(exitCode(report)).toBe(3);
  expect(report.releases.withheld.toSorted()).toEqual(['s-0', 's-1']);
  expect(report.releases.removed).toHaveLength(8);
  expect(report.milestones).toMatchObject({ total: 1, withheld: ['m-1'] });
});

test('withholds the removal of a source from the file unless mass removal is allowed', async () => {
  await using it = await synced();
  const report = await it.sync([it.large]);
  expect(exitCode(report)).toBe(3);
  expect(report.releases.withheld.toSorted()).toEqual(['s-0', 's-1']);
  expect(await filesIn(it.folder)).toMatchObject(
    Object.fromEntries(Object.entries(it.before).filter(([path]) => path !== '.sync.json')),
  );
  // The removal is withheld at every further sync.
  expect((await it.sync([it.large])).releases.withheld).toHaveLength(2);
  const allowed = await it.sync([it.large], { allowMassDelete: true });
  expect(exitCode(allowed)).toBe(0);
  expect(allowed.releases).toMatchObject({ total: 40 });
});

test('a renamed source that fails removes nothing', async () => {
  await using it = await synced();
  const renamed = memorySource('renamed');
  renamed.failure = down;
  const report = await it.sync([renamed, it.large]);
  expect(report.releases).toMatchObject({ total: 42, removed: [] });
  expect(report.releases.withheld).toHaveLength(2);
});

test('a glob that matches no file keeps the entries of the files that it matched before', async () => {
  await using it = await startSources();
  const releases = [releaseRow('a-1')];
  const a = memorySource('changelog packages/a/CHANGELOG.md', { releases });
  const b = memorySource('changelog packages/b/CHANGELOG.md', { releases: releaseRows(2) });
  await it.sync([a, b]);
  const glob = memorySource('changelog packages/*/CHANGELOG.md');
  glob.failure = new SourceError('No file matches packages/*/CHANGELOG.md.');
  const other = memorySource('other', { releases: [releaseRow('x')] });
  for (const _ of ['first', 'second']) {
    const report = await it.sync([glob, other], { allowMassDelete: true });
    expect(report.releases).toMatchObject({ total: 4, removed: [], withheld: [] });
    expect(exitCode(report)).toBe(3);
  }
  expect(exitCode(await it.sync([a, b, other]))).toBe(0);
});

test('an unreadable file keeps its last good entry, and the other files are synced', async () => {
  await using it = await startSources();
  const source = memorySource('markdown releases', { releases: releaseRows(3) });
  await it.sync([source]);
  const wrong = { kind: 'releases', id: 'r-1', file: 'releases/1.md' } as const;
  source.releases = [releaseRow('r-0', { title: 'Changed' }), releaseRow('r-3')];
  source.unreadable = [{ ...wrong, why: 'releases/1.md, line 3: version is a number.' }];
  const report = await it.sync([source]);
  expect(report.releases).toMatchObject({ total: 3, removed: ['r-2'], added: ['r-3'] });
  expect(report.warnings).toEqual([
    expect.stringMatching(/^Release “Title of r-1”: left unchanged: .*releases\/1\.md.*line 3/),
  ]);
  expect((await it.content()).releases.get('r-0')?.title).toBe('Changed');
});

test('a new unreadable file is left out and named, and withholds removals meanwhile', async () => {
  await using it = await startSources();
  const source = memorySource('markdown releases', { releases: releaseRows(3) });
  await it.sync([source]);
  source.releases.pop();
  const file = 'releases/new.md';
  source.unreadable = [
    {
      kind: 'releases',
      id: 'new',
      file,
      why: `${file} is larger than 1 MiB. Make it smaller or split it.`,
    },
  ];
  const report = await it.sync([source]);
  expect(report.releases).toMatchObject({ total: 3, removed: [] });
  expect(report.quarantined).toMatchObject([
    { id: 'new', why: expect.stringContaining('releases/new.md') },
  ]);
  source.unreadable = [];
  expect((await it.sync([source])).releases).toMatchObject({ total: 2, removed: ['r-2'] });
});

test.each([
  ['is down', 503],
  ['has another key', 401],
])('removes nothing if the API %s', async (_, status) => {
  const types = { release_change_types: [{ id: 't-1', title: 'Added', color: '#123456' }] };
  const releases = [
    releaseRow('r-0', { changes: [{ change_id: 't-1', content: 'One' }] }),
    releaseRow('r-1', { project: { id: 'p', name: 'Board', slug: 'board' } }),
  ];
  await using it = await startSources({ releases, milestones: [milestoneRow('m-1')] });
  it.script.workspace = { ...it.script.workspace, ...types };
  const files = memorySource('files', { releases: [releaseRow('f-0')] });
  await it.sync(['api', files]);
  const before = await filesIn(it.folder);
  it.script.intercept = () => Response.json({ error: 'Sorry.' }, { status });
  const report = await it.sync(['api', files]);
  expect(exitCode(report)).toBe(3);
  expect(report.releases).toMatchObject({ total: 3, removed: [], withheld: [] });
  const { '.sync.json': _state, ...after } = await filesIn(it.folder);
  expect(before).toMatchObject(after);
  expect(Object.keys(after)).toHaveLength(Object.keys(before).length - 1);
});

test('removes nothing if only the lists of the API fail', async () => {
  await using it = await startSources({ releases: releaseRows(2) });
  const files = memorySource('files', { releases: [releaseRow('f-0')] });
  await it.sync(['api', files]);
  const before = await filesIn(it.folder);
  it.script.answers.set('/v1/releases', () => Response.json({}, { status: 500 }));
  const report = await it.sync(['api', files]);
  expect(exitCode(report)).toBe(3);
  expect(await filesIn(it.folder)).toEqual(before);
});

test('a programming error is not treated as a failing source', async () => {
  await using it = await synced();
  it.small.failure = new TypeError('x is not a function');
  await expect(it.sync([it.small, it.large])).rejects.toThrow('x is not a function');
  expect(await filesIn(it.folder)).toEqual(it.before);
});
