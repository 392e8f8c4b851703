import { mkdir, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readConsistently } from '../../src/store/read/read-consistently.ts';
import { filesIn } from '../support/files-in.ts';
import { releaseRow, workspace } from '../support/rows.ts';
import { palettePng } from './pictures.ts';
import { runSync, startSync } from './run-sync.ts';

const png = new Uint8Array(await palettePng());

/** An API with two releases, one of which has a picture, and a content folder with these files. */
async function startIn(files: Record<string, string>) {
  const hero = { type: 'image', url: '/files/a.png' };
  const it = await startSync({
    releases: [releaseRow('a', { hero }), releaseRow('b')],
    answers: new Map([['/files/a.png', () => new Response(png)]]),
  });
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(it.folder, path)), { recursive: true });
    await writeFile(join(it.folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  return { ...it, write };
}

test.each([
  ['assets of its own', { 'assets/logo.svg': '<svg/>', 'main.ts': 'main()' }],
  ['another program’s workspace.json', { 'workspace.json': '{"packages": ["a"]}' }],
  ['another program’s .sync.json', { '.sync.json': '{"mine": 1}', 'notes.md': 'x' }],
  ['an entry, and nothing to tell whose', { 'releases/a.json': '{}' }],
])('refuses a folder with %s, even in a dry run, and touches nothing', async (_what, files) => {
  await using it = await startIn(files);
  for (const dryRun of [true, false])
    await expect(it.run({ dryRun })).rejects.toThrow('was left unchanged');
  await expect(it.run({ replace: true })).rejects.toThrow('was left unchanged');
  expect(await filesIn(it.folder)).toEqual(files);
  expect(await readdir(dirname(it.folder))).toEqual(['content']);
});

test('says what it found and what to do', async () => {
  await using it = await startIn({ 'b/x': '', 'a.ts': '', 'c.ts': '', 'd.ts': '' });
  const error: Error = await it.run().catch((error) => error);
  expect(error.message.replace(it.folder, 'src')).toMatchInlineSnapshot(`
    "src has files that sync did not write (a.ts, b, c.ts, …), so it was left unchanged.
    Set CONTENT_DIR, or --content, to an empty folder or to a folder that sync wrote."
  `);
});

test('ignores dotfiles and lost+found, and leaves them alone', async () => {
  const files = {
    '.git/config': '[core]',
    '.gitkeep': '',
    '.staging/x': 'mine',
    'lost+found/x': '',
  };
  await using it = await startIn(files);
  await it.run();
  expect(await filesIn(it.folder)).toMatchObject(files);
  expect((await it.content()).releases.size).toBe(2);
});

test.each(['is gone', 'is damaged'])(
  'recognises its content by workspace.json if .sync.json %s',
  async (how) => {
    await using it = await startIn({});
    await it.run();
    const before = await filesIn(it.folder);
    const state = join(it.folder, '.sync.json');
    const lose = () => (how === 'is gone' ? rm(state) : writeFile(state, '{"workspace"'));
    await lose();
    expect((await it.run()).releases).toMatchObject({ total: 2, added: [], removed: [] });
    expect(await filesIn(it.folder)).toEqual(before);

    await using other = await startSync({ workspace: { ...workspace, id: 'w-2' } });
    await lose();
    await expect(runSync(other.api.url, it.folder)).rejects.toThrow('--replace');
  },
);

test('keeps the guard against mass removal if .sync.json is missing', async () => {
  const releases = Array.from({ length: 20 }, (_, n) => releaseRow(`r-${n}`));
  await using it = await startSync({ releases });
  await it.run();
  await rm(join(it.folder, '.sync.json'));
  it.script.releases = [];
  expect((await it.run()).releases).toMatchObject({ total: 20, removed: [] });
});

test('removes only what it mirrored from assets/, and ignores folders there', async () => {
  await using it = await startIn({});
  await it.run();
  const mine = { 'assets/mine/x.png': 'mine', 'assets/logo.png': 'mine', 'README.md': 'mine' };
  for (const [path, text] of Object.entries(mine)) await it.write(path, text);
  it.script.releases = [releaseRow('b'), releaseRow('a', { is_public: false })];
  await it.run();
  const files = await filesIn(it.folder);
  expect(files).toMatchObject(mine);
  expect(Object.keys(files).filter((path) => path.startsWith('assets/'))).toHaveLength(2);
});

test('ignores a file in assets/ that is too large to be read', async () => {
  await using it = await startIn({});
  await it.run();
  await it.write('assets/film.mp4', '');
  // A sparse file, which takes no space on the disk.
  await truncate(join(it.folder, 'assets/film.mp4'), 3 * 2 ** 30);
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
  expect(await readdir(join(it.folder, 'assets'))).toContain('film.mp4');
});

test('recognises mirrored files by their names if .sync.json is missing, and removes them', async () => {
  await using it = await startIn({});
  await it.run();
  await rm(join(it.folder, '.sync.json'));
  it.script.releases = [releaseRow('b'), releaseRow('a', { is_public: false })];
  await it.run();
  expect(Object.keys(await filesIn(it.folder)).join()).not.toContain('assets/');
});

test.each([
  ['a folder in the place of a file', 'releases/c.json/x', 'releases/c.json'],
  ['a folder in the place of a table', 'redirects.json/x', 'redirects.json'],
])('names %s, changes nothing, and continues when that is gone', async (_what, path, named) => {
  await using it = await startIn({});
  await it.run();
  await it.write(path, 'mine');
  it.script.releases = [releaseRow('b'), releaseRow('a', { slug: 'c' })];
  const before = await filesIn(it.folder);
  await expect(it.run()).rejects.toThrow(join(it.folder, named));
  expect(await filesIn(it.folder)).toEqual(before);
  await rm(join(it.folder, named), { recursive: true });
  await it.run();
  expect(Object.keys((await it.content()).redirects.releases)).toEqual(['a']);
});

test('names a file in place of a folder', async () => {
  await using it = await startIn({});
  await it.run();
  await rm(join(it.folder, 'milestones'), { recursive: true, force: true });
  await writeFile(join(it.folder, 'milestones'), 'mine');
  await expect(it.run()).rejects.toThrow('there is a file instead of a folder');
});

test('refuses a redirects.json that no sync wrote, and leaves it alone', async () => {
  await using it = await startIn({});
  await it.run();
  const mine = '{"releases":{"old":"a"},"milestones":{}}';
  await it.write('redirects.json', mine);
  const before = await filesIn(it.folder);
  await expect(it.run()).rejects.toThrow('no sync wrote it');
  expect(await filesIn(it.folder)).toEqual(before);
  await rm(join(it.folder, 'redirects.json'));
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
});

test('does not finish a journal in a folder that is not its own', async () => {
  const journal = JSON.stringify([{ path: 'labels.json', staged: null }]);
  const files = { 'labels.json': 'mine', 'main.ts': 'main()', '.journal.json': journal };
  await using it = await startIn(files);
  await expect(it.run()).rejects.toThrow('was left unchanged');
  await expect(readConsistently(it.folder, {}, async () => {})).rejects.toThrow(
    'was left unchanged',
  );
  expect(await filesIn(it.folder)).toEqual(files);
});

test('follows a symbolic link to the folder', async () => {
  await using it = await startIn({});
  const link = `${it.folder}-link`;
  await mkdir(it.folder);
  await symlink(it.folder, link);
  await runSync(it.api.url, link);
  expect((await it.content()).releases.size).toBe(2);
});
