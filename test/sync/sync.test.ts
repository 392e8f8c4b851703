import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, stampsIn } from '../support/files-in.ts';
import {
  milestoneRow,
  reduced,
  releaseRow,
  speed,
  speedEntry,
  web,
  workspace,
} from '../support/rows.ts';
import { startSync } from './run-sync.ts';

const whole = () => ({
  projects: [web],
  releases: [
    releaseRow('first', { project: web, labels: [speed], body: '<h1>Hello</h1>' }),
    releaseRow('second'),
  ],
  milestones: [milestoneRow('next')],
});

test('copies public entries into the content folder', async () => {
  await using it = await startSync(whole());
  await it.run();
  expect(Object.keys(await filesIn(it.folder))).toEqual([
    '.sync.json',
    'labels.json',
    'milestones/next.json',
    'projects.json',
    'release-log.json',
    'releases/first.json',
    'releases/second.json',
    'workspace.json',
  ]);
  const { releases, projects, labels, workspace: own } = await it.content();
  expect(releases.get('first')).toMatchObject({ project: web.id, labels: [speed.id] });
  expect({ projects, labels }).toEqual({ projects: [web], labels: [speedEntry] });
  expect(own).toMatchObject({ id: 'w-1', name: 'Sample', url: workspace.url });
});

test('reports what it added, and nothing else', async () => {
  await using it = await startSync(whole());
  expect(await it.run()).toMatchObject({
    workspace: { id: 'w-1', name: 'Sample' },
    releases: { total: 2, added: ['first', 'second'], changed: [], removed: [] },
    milestones: { total: 1, added: ['next'] },
    files: { written: 8, removed: 0 },
    quarantined: [],
    warnings: [],
  });
});

test('reads dates without a time as midnight UTC, and reports them at each sync', async () => {
  const milestone = milestoneRow('next', { started_at: '2026-01-04' });
  await using it = await startSync({
    releases: [
      releaseRow('today', { released_at: '2026-03-01' }),
      releaseRow('tomorrow', { released_at: '2026-03-02' }),
    ],
    milestones: [milestone],
  });
  const report = await it.run();
  const { releases, milestones } = await it.content();
  expect([...releases.values()].map(({ released_at }) => released_at)).toEqual([
    '2026-03-01T00:00:00.000Z',
  ]);
  expect(milestones.get('next')?.started_at).toBe('2026-01-04T00:00:00.000Z');
  const note = 'used midnight UTC for dates without a time';
  expect(report.warnings).toEqual([
    expect.stringContaining(`“Title of today”: ${note} (released_at)`),
    expect.stringContaining(`“Title of next”: ${note} (started_at)`),
  ]);
  const again = await it.run();
  expect(again).toMatchObject({ warnings: report.warnings, files: { written: 0, removed: 0 } });
});

test('writes nothing if nothing changed', async () => {
  await using it = await startSync(whole());
  await it.run();
  const before = await stampsIn(it.folder);
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
  expect(await stampsIn(it.folder)).toEqual(before);
});

test('writes nothing even if it reads everything again', async () => {
  await using it = await startSync({ ...whole(), listed: reduced });
  await it.run();
  const before = await stampsIn(it.folder);
  await it.run({ full: true });
  expect(await stampsIn(it.folder)).toEqual(before);
});

test('writes only the file that changed, and its state', async () => {
  await using it = await startSync(whole());
  await it.run();
  const before = await stampsIn(it.folder);
  Object.assign(it.script.releases[0] ?? {}, { title: 'Renamed' });
  expect((await it.run()).releases).toMatchObject({ added: [], changed: ['first'], removed: [] });
  const after = await stampsIn(it.folder);
  const moved = Object.keys(after).filter((path) => after[path] !== before[path]);
  expect(moved.filter((path) => path !== '.')).toEqual(['.sync.json', 'releases/first.json']);
});

test('plans the same in a dry run and writes nothing', async () => {
  await using it = await startSync(whole());
  const dry = await it.run({ dryRun: true });
  await expect(filesIn(it.folder)).rejects.toThrow('ENOENT');
  expect(dry).toEqual({ ...(await it.run()), dryRun: true });
});

test.each([
  ['/v1/milestones', () => new Response(null, { status: 500 })],
  ['/v1/projects', () => Response.json({ error: 'No.' }, { status: 401 })],
  ['/v1/releases/third', () => Response.json({ error: 'No.' }, { status: 401 })],
  ['/v1/workspace', () => Response.json([])],
])('leaves the content unchanged, byte for byte, if %s fails', async (path, failing) => {
  await using it = await startSync(whole());
  await it.run();
  const before = await filesIn(it.folder);
  it.script.releases = [releaseRow('first', { title: 'New' }), releaseRow('third')];
  it.script.listed = reduced;
  it.script.answers.set(path, failing);
  await expect(it.run()).rejects.toThrow(`GET ${it.api.url}${path}`);
  expect(await filesIn(it.folder)).toEqual(before);
});

test('requests only the workspace, releases, milestones and projects', async () => {
  await using it = await startSync({ ...whole(), listed: reduced });
  await it.run();
  const asked = new Set(it.api.askedFor().map((path) => path.split('/')[2]));
  expect(asked).toEqual(new Set(['workspace', 'projects', 'releases', 'milestones']));
});

test('finishes an interrupted sync before it reads the content', async () => {
  await using it = await startSync(whole());
  await it.run();
  const path = 'assets/0123456789abcdef0123.bin';
  await mkdir(join(it.folder, '.staging'));
  await writeFile(join(it.folder, '.staging/0'), 'new');
  await writeFile(join(it.folder, '.journal.json'), JSON.stringify([{ path, staged: '0' }]));
  await it.run();
  expect(await filesIn(it.folder)).toMatchObject({ [path]: 'new' });
  expect(await filesIn(it.folder)).not.toHaveProperty('.journal.json');
});
