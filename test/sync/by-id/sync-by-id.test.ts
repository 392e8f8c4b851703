import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toJsonText } from '../../../src/lib/json.ts';
import { lockContent } from '../../../src/store/lock.ts';
import { filesIn, stampsIn } from '../../support/files-in.ts';
import { milestoneRow, reduced, releaseRow, speed, web } from '../../support/rows.ts';
import { grainy, palettePng } from '../pictures.ts';
import { startSyncedTwice } from './start-by-id.ts';

const png = await palettePng();
const two = () => ({
  projects: [web],
  releases: [releaseRow('first', { project: web, labels: [speed] }), releaseRow('second')],
  milestones: [milestoneRow('next')],
});
const red = { id: 'l-red', name: 'Red', slug: 'red', color: '#be123c' };
const app = { id: 'p-app', name: 'App', slug: 'app' };
const fresh = [
  { id: 'c-1', change_id: 't-new', title: 'New', color: '#16a34a', content: '<p>x</p>' },
];

test('adds a new release with the same result as a full sync, byte for byte', async () => {
  await using it = await startSyncedTwice(two());
  const row = releaseRow('a-new', { slug: 'z-new', project: web, labels: [speed] });
  it.script.releases.push(row);
  const added = [{ slug: 'z-new', title: 'Title of a-new' }];
  expect(await it.runById(['a-new'])).toEqual({ kind: 'synced', ids: ['a-new'], added });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});

test('updates an edited release', async () => {
  await using it = await startSyncedTwice(two());
  Object.assign(it.script.releases[0] ?? {}, { title: 'Renamed', body: '<h1>Hello</h1>' });
  expect(await it.runById(['first'])).toMatchObject({ kind: 'synced', added: [] });
  expect((await it.content()).releases.get('first')?.title).toBe('Renamed');
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});

test('copies the pictures that a release shows', async () => {
  await using it = await startSyncedTwice(two());
  it.script.answers.set('/files/a.png', () => new Response(new Uint8Array(png)));
  const shown = { hero: { type: 'image', url: '/files/a.png' }, body: '<img src="/files/a.png">' };
  it.script.releases.push(releaseRow('pictured', shown));
  expect(await it.runById(['pictured'])).toMatchObject({ kind: 'synced' });
  const files = await filesIn(it.folder);
  expect(Object.keys(files).filter((path) => path.startsWith('assets/'))).toHaveLength(1);
  expect(files).toEqual(await it.fullSync());
});

test('lists pictures in the same order, whatever order releases came in', async () => {
  await using it = await startSyncedTwice(two());
  for (const width of [16, 32, 48, 64]) {
    const bytes = new Uint8Array(await grainy(width, 8).png().toBuffer());
    it.script.answers.set(`/files/${width}.png`, () => new Response(bytes));
    const id = `pictured-${width}`;
    it.script.releases.push(releaseRow(id, { body: `<img src="/files/${width}.png">` }));
    expect(await it.runById([id])).toMatchObject({ kind: 'synced' });
  }
  expect(Object.keys((await it.content()).state?.assets ?? {})).toHaveLength(4);
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});

test('does not request an existing picture again, nor does the next full sync', async () => {
  await using it = await startSyncedTwice(two());
  it.script.answers.set('/files/a.png', () => new Response(new Uint8Array(png)));
  const pictured = releaseRow('pictured', { body: '<img src="/files/a.png">' });
  it.script.releases.push(pictured);
  await it.runById(['pictured']);
  it.api.askedFor();
  await it.runById(['pictured']);
  await it.run();
  expect(it.api.askedFor()).not.toContain('/files/a.png');
});

test('adds new labels, projects and change types along with a release', async () => {
  await using it = await startSyncedTwice({
    ...two(),
    releases: [releaseRow('n', { changes: fresh })],
  });
  it.script.projects.push(app);
  const row = releaseRow('a-new', { project: app, labels: [red, speed], changes: fresh });
  it.script.releases.push(row);
  expect(await it.runById(['a-new'])).toMatchObject({ kind: 'synced' });
  expect(await it.content()).toMatchObject({ projects: [app], labels: [{ id: 'l-red' }, {}] });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});

test('lets go of a label and a project that another release still has', async () => {
  const shared = { project: web, labels: [speed] };
  const releases = [releaseRow('first', shared), releaseRow('second', shared)];
  await using it = await startSyncedTwice({ ...two(), releases });
  Object.assign(it.script.releases[0] ?? {}, { project: null, labels: [] });
  expect(await it.runById(['first'])).toMatchObject({ kind: 'synced' });
  expect(await it.content()).toMatchObject({ projects: [web], labels: [{ id: speed.id }] });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
  // The second release is now the last to have them.
  Object.assign(it.script.releases[1] ?? {}, { project: null, labels: [] });
  expect(await it.runById(['second'])).toMatchObject({ kind: 'deferred' });
});

test('reads no entry that was not requested', async () => {
  await using it = await startSyncedTwice(two());
  Object.assign(it.script.releases[0] ?? {}, { title: 'Renamed' });
  const others = ['releases/second.json', 'milestones/next.json'].map((path) =>
    join(it.folder, path),
  );
  for (const file of others) await writeFile(file, '{');
  expect(await it.runById(['first'])).toMatchObject({ kind: 'synced' });
  for (const file of others) expect(await readFile(file, 'utf8')).toBe('{');
});

test('leaves content of an earlier version to a full sync, which only adds to the state', async () => {
  await using it = await startSyncedTwice(two());
  const file = join(it.folder, '.sync.json');
  const upgraded = await readFile(file, 'utf8');
  const state = JSON.parse(upgraded);
  for (const one of Object.values<{ project?: string; labels?: string[] }>(state.releases)) {
    delete one.project;
    delete one.labels;
  }
  await writeFile(file, toJsonText(state));
  Object.assign(it.script.releases[0] ?? {}, { title: 'Renamed' });
  const why = 'an earlier version of Waymark wrote the content';
  expect(await it.runById(['first'])).toEqual({ kind: 'deferred', why });
  it.script.releases.splice(0, 1, ...two().releases.slice(0, 1));
  expect((await it.run()).files).toEqual({ written: 1, removed: 0 });
  expect(await readFile(file, 'utf8')).toBe(upgraded);
  Object.assign(it.script.releases[0] ?? {}, { title: 'Renamed' });
  expect(await it.runById(['first'])).toMatchObject({ kind: 'synced' });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});

test('syncs several releases at once, each only once', async () => {
  await using it = await startSyncedTwice(two());
  it.script.releases.push(releaseRow('x-new'), releaseRow('a-new', { labels: [red] }));
  const ids = ['x-new', 'second', 'a-new', 'x-new'];
  expect(await it.runById(ids)).toMatchObject({ ids: ['x-new', 'second', 'a-new'] });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});

test('requests only the workspace and the records', async () => {
  await using it = await startSyncedTwice(two());
  it.script.releases.push(releaseRow('a/new', { slug: 'a-new' }));
  await it.runById(['a/new', 'second']);
  const asked = ['/v1/releases/a%2Fnew', '/v1/releases/second', '/v1/workspace'];
  expect(it.api.askedFor().sort()).toEqual(asked);
});

test('writes nothing if a release has not changed', async () => {
  await using it = await startSyncedTwice(two());
  const before = await stampsIn(it.folder);
  expect(await it.runById(['first'])).toEqual({ kind: 'synced', ids: ['first'], added: [] });
  expect(await stampsIn(it.folder)).toEqual(before);
});

test('names only the public release if others are not public', async () => {
  await using it = await startSyncedTwice(two());
  it.script.releases.push(releaseRow('a-new'), releaseRow('draft', { status: 'DRAFT' }));
  const ids = ['nowhere', 'a-new', 'draft'];
  expect(await it.runById(ids)).toMatchObject({ kind: 'synced', ids: ['a-new'] });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});

test('leaves nothing for a full sync to write, even if lists show less than records', async () => {
  await using it = await startSyncedTwice({ ...two(), listed: reduced });
  it.script.releases.push(releaseRow('a-new', { labels: [red] }));
  await it.runById(['a-new']);
  const { files, releases } = await it.run();
  // Only the state is written: it stores the list's row, which differs from the record.
  expect([files.written, releases.changed, releases.added]).toEqual([1, [], []]);
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});

test('waits for another process that works on the content, and then syncs', async () => {
  await using it = await startSyncedTwice(two());
  it.script.releases.push(releaseRow('a-new'));
  const holder = await lockContent(it.folder, {});
  const waited: string[] = [];
  const syncing = it.runById(['a-new'], {
    onWait: (who) => {
      waited.push(who);
      expect(it.api.askedFor()).toEqual([]);
      holder[Symbol.dispose]();
    },
  });
  expect(await syncing).toMatchObject({ kind: 'synced' });
  expect(waited).toEqual([`Another sync or build works on ${it.folder}`]);
});

test('finishes an interrupted sync first', async () => {
  await using it = await startSyncedTwice(two());
  Object.assign(it.script.releases[0] ?? {}, { title: 'Renamed' });
  const begun = await it.fullSync();
  await mkdir(join(it.folder, '.staging'));
  const paths = ['releases/first.json', '.sync.json'];
  const journal = paths.map((path, turn) => ({ path, staged: `${turn}` }));
  for (const { path, staged } of journal)
    await writeFile(join(it.folder, '.staging', staged), begun[path] ?? '');
  await writeFile(join(it.folder, '.journal.json'), JSON.stringify(journal));
  it.script.releases.push(releaseRow('a-new'));
  expect(await it.runById(['a-new'])).toMatchObject({ kind: 'synced' });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
});
