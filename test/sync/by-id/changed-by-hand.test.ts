import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { milestoneRow, releaseRow, speed, web } from '../../support/rows.ts';
import { palettePng } from '../pictures.ts';
import { startSync } from '../run-sync.ts';
import { runSyncById, startSyncedOnce } from './start-by-id.ts';

const png = await palettePng();
const body = '<img src="/files/a.png">';

/** Content with every kind of file, including a redirect for the release `moved`. */
async function startWhole() {
  const it = await startSyncedOnce({
    projects: [web],
    releases: [releaseRow('first', { project: web, labels: [speed] }), releaseRow('moved')],
    milestones: [milestoneRow('next')],
    answers: new Map([['/files/a.png', () => new Response(new Uint8Array(png))]]),
  });
  Object.assign(it.script.releases[1] ?? {}, { slug: 'elsewhere', body });
  Object.assign(it.script.milestones[0] ?? {}, { status: 'Shipped', stage: 'COMPLETED' });
  await it.run();
  it.script.releases.push(releaseRow('new', { body }));
  return it;
}

const paths = [
  ...['.sync.json', 'workspace.json', 'projects.json', 'labels.json', 'redirects.json'],
  'roadmap-log.json',
  'releases/first.json',
];

test.each(paths)('defers everything to a full sync if %s was changed', async (path) => {
  await using it = await startWhole();
  for (const text of ['{}', '{', `${(await filesIn(it.folder))[path]}\n`]) {
    if (path === '.sync.json' && text.endsWith('\n')) continue;
    await writeFile(join(it.folder, path), text);
    const before = await it.kept();
    expect(await it.runById(['first', 'new'])).toMatchObject({ kind: 'deferred' });
    expect(await it.kept()).toEqual(before);
  }
});

test.each(paths)('defers everything to a full sync if %s was removed', async (path) => {
  await using it = await startWhole();
  await rm(join(it.folder, path));
  const before = await it.kept();
  expect(await it.runById(['first', 'new'])).toMatchObject({ kind: 'deferred' });
  expect(await it.kept()).toEqual(before);
});

test('defers everything to a full sync if an unknown file has the name of a new release', async () => {
  const path = 'releases/new.json';
  await using it = await startWhole();
  await writeFile(join(it.folder, path), 'mine');
  const before = await it.kept();
  expect(await it.runById(['new'])).toEqual({
    kind: 'deferred',
    why: `${path} was edited`,
  });
  expect(await it.kept()).toEqual(before);
});

test('repairs a changed picture when it syncs a release that shows it', async () => {
  await using it = await startWhole();
  const folder = join(it.folder, 'assets');
  const before = await filesIn(folder);
  for (const name of Object.keys(before)) await writeFile(join(folder, name), 'other');
  expect(await it.runById(['new'])).toMatchObject({ kind: 'synced' });
  expect(await filesIn(folder)).toEqual(before);
});

test('defers to a full sync if a picture of an unchanged release was edited', async () => {
  await using it = await startWhole();
  const [name = ''] = Object.keys(await filesIn(join(it.folder, 'assets')));
  await writeFile(join(it.folder, 'assets', name), 'other');
  const before = await it.kept();
  expect(await it.runById(['moved'])).toEqual({
    kind: 'deferred',
    why: `assets/${name} was edited`,
  });
  expect(await it.kept()).toEqual(before);
});

test('defers to a full sync if the content comes from an API at another address', async () => {
  await using it = await startWhole();
  await using other = await startSync({ releases: [releaseRow('first', { title: 'Edited' })] });
  const before = await it.kept();
  const why = 'the content comes from an API at another address';
  expect(await runSyncById(other.api.url, it.folder, ['first'])).toEqual({ kind: 'deferred', why });
  expect(await it.kept()).toEqual(before);
});

test('defers to a full sync if there is no content yet', async () => {
  await using it = await startSync({ releases: [releaseRow('first')] });
  const left = { kind: 'deferred', why: 'there is no content yet' };
  expect(await runSyncById(it.api.url, it.folder, ['first'])).toEqual(left);
  expect(existsSync(it.folder)).toBe(false);
  expect(it.api.askedFor()).toEqual([]);
});

test('leaves a folder alone that no sync wrote', async () => {
  await using it = await startSync({ releases: [releaseRow('first')] });
  const mine = join(it.folder, 'releases', 'mine.json');
  await mkdir(dirname(mine), { recursive: true });
  await writeFile(mine, 'mine');
  expect(await runSyncById(it.api.url, it.folder, ['first'])).toMatchObject({ kind: 'deferred' });
  expect(await filesIn(it.folder)).toEqual({ 'releases/mine.json': 'mine' });
});
