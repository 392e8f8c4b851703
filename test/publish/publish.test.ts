import { chmod, lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '../../src/lib/files/lock.ts';
import { filesIn } from '../support/files-in.ts';
import { startPublic } from './start-public.ts';
import { requirementsOf, version, writeSite } from './valid-site.ts';

const generationName = /^\d{8}T\d{9}Z-[0-9a-f]{12}$/;

test('makes a built site live as a link to a new generation', async () => {
  await using it = await startPublic();
  const outcome = await it.publish('a', 'one');
  expect(outcome).toMatchObject({ kind: 'published', files: 8, movedAside: undefined });
  const live = await it.live();
  expect(outcome).toMatchObject({ generation: live });
  expect(live).toMatch(generationName);
  expect(await readlink(it.outDir)).toBe(join('generations', live));
  expect((await it.site())['index.html']).toContain('<h1>a</h1>');
});

test('a later build does not change the live site', async () => {
  await using it = await startPublic();
  await it.publish('a');
  const page = join(it.outDir, '../built/index.html');
  await rm(page);
  await writeFile(page, 'changed');
  expect((await it.site())['index.html']).toContain('<h1>a</h1>');
});

test('creates no generation if the same site is live already', async () => {
  await using it = await startPublic();
  const first = await it.publish('a');
  const again = await it.publish('a');
  expect(again).toEqual({ kind: 'unchanged', generation: await it.live() });
  expect(first).toMatchObject({ generation: await it.live() });
  expect((await it.list()).generations).toHaveLength(1);
});

test('keeps five generations, including the live one', async () => {
  await using it = await startPublic();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await it.publish(name);
  const { generations } = await it.list();
  expect(generations).toHaveLength(5);
  expect(generations.map(({ live }) => live)).toEqual([true, false, false, false, false]);
  expect(await it.kept()).toEqual(
    ['.state.json', ...generations.flatMap(({ name }) => [name, `${name}.json`])].sort(),
  );
});

test('keeps the order of generations when the clock is set back', async () => {
  await using it = await startPublic();
  await it.publish('a');
  it.passTime(-86_400_000);
  await it.publish('b');
  await it.publish('c');
  expect((await it.list()).generations.map(({ live }) => live)).toEqual([true, false, false]);
  expect((await it.site())['index.html']).toContain('<h1>c</h1>');
});

test.each([
  ['misses a key page', { 'roadmap/index.html': undefined }, 'roadmap/index.html is missing'],
  ['has an empty page', { 'index.html': '' }, 'index.html is empty'],
  ['has a feed that is cut off', { 'rss.xml': '<rss>' }, 'rss.xml cannot be parsed'],
])('refuses a site that %s, and keeps the old one', async (_what, over, why) => {
  await using it = await startPublic();
  await it.publish('a');
  const before = [await it.site(), await it.kept()];
  const outcome = await it.publishFiles({ ...version('b'), ...over });
  expect(outcome).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
  expect([await it.site(), await it.kept()]).toEqual(before);
});

test('refuses a site that lacks the page of a release', async () => {
  await using it = await startPublic();
  const outcome = await it.publishFiles(version('a', 'one'), {
    requirements: requirementsOf('one', 'two'),
  });
  expect(outcome).toMatchObject({ kind: 'refused' });
  expect(outcome).toMatchObject({ why: expect.stringContaining('releases/two/index.html') });
  expect(await it.beside()).toEqual(['generations']);
});

test('refuses a site that lost pages but no entries, except with `anyPageCount`', async () => {
  await using it = await startPublic();
  const archives = Array.from({ length: 100 }, (_, n) => [`page/${n}/index.html`, 'x']);
  await it.publishFiles({ ...version('a'), ...Object.fromEntries(archives) });
  const outcome = await it.publishFiles(version('b'));
  expect(outcome).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining(
      'it has 3 pages and 0 entries, but the live site has 103 pages and 0 entries',
    ),
  });
  expect(outcome).toMatchObject({ why: expect.stringContaining('--any-page-count') });
  expect(await it.publishFiles(version('b'), { anyPageCount: true })).toMatchObject({
    kind: 'published',
  });
});

test('keeps the permissions of built files in a generation', async () => {
  await using it = await startPublic();
  const built = join(it.outDir, '../elsewhere');
  await writeSite(built, version('a'));
  await chmod(join(built, 'rss.xml'), 0o640);
  await it.publishFiles({}, { built });
  expect((await lstat(join(it.outDir, 'rss.xml'))).mode & 0o777).toBe(0o640);
});

test('keeps a plain folder as a generation when a link replaces it', async () => {
  await using it = await startPublic();
  await writeSite(it.outDir, version('plain', 'old'));
  const before = await it.site();
  const outcome = await it.publish('a', 'one');
  expect(outcome).toMatchObject({ kind: 'published' });
  const { movedAside = '' } = outcome as { movedAside?: string };
  expect(await filesIn(join(it.generations, movedAside))).toEqual(before);
  expect((await it.site())['index.html']).toContain('<h1>a</h1>');
  expect((await it.list()).generations.map(({ name }) => name)).toEqual([
    await it.live(),
    movedAside,
  ]);
  expect(await it.rollBack()).toMatchObject({ kind: 'refused', withdrawn: ['releases/old/'] });
});

test.each([
  ['the same files', []],
  ['these and compressed copies of them', ['index.html.gz', 'releases/one/index.html.br']],
])('keeps no extra generation for a plain folder with %s', async (_what, copies) => {
  await using it = await startPublic();
  await writeSite(it.outDir, version('a', 'one'));
  for (const copy of copies) await writeFile(join(it.outDir, copy), 'x');
  expect(await it.publish('a', 'one')).toMatchObject({ kind: 'published', movedAside: undefined });
  const live = await it.live();
  expect(await it.kept()).toEqual(['.state.json', live, `${live}.json`]);
  expect(await it.rollBack()).toEqual({ kind: 'nowhere to go' });
  expect((await it.site())['index.html']).toContain('<h1>a</h1>');
});

test('replaces an empty folder with the link', async () => {
  await using it = await startPublic();
  await mkdir(it.outDir);
  expect(await it.publish('a')).toMatchObject({ kind: 'published', movedAside: undefined });
  expect(await it.beside()).toEqual(['dist', 'generations']);
});

test('lets one process publish at a time', async () => {
  await using it = await startPublic();
  await it.publish('a');
  using _lock = tryLock(join(it.generations, '.lock'));
  await expect(it.publish('b')).rejects.toThrow('Another process is changing the live site');
  expect((await it.site())['index.html']).toContain('<h1>a</h1>');
});

test.each<[string, (outDir: string) => Promise<unknown>, string]>([
  ['is a file', (outDir) => writeFile(outDir, 'mine'), 'is a file'],
  [
    'holds something else',
    async (outDir) => {
      await mkdir(outDir);
      await writeFile(join(outDir, 'thesis.doc'), 'mine');
    },
    'has files, but no site that Waymark built',
  ],
  ['leads somewhere else', (outDir) => symlink('/usr', outDir), 'is a symbolic link to /usr'],
])('does not touch an OUT_DIR that %s', async (_what, prepare, words) => {
  await using it = await startPublic();
  await prepare(it.outDir);
  const before = await lstat(it.outDir);
  await expect(it.publish('a')).rejects.toThrow(words);
  expect((await lstat(it.outDir)).ino).toBe(before.ino);
  expect(await it.beside()).toEqual(['dist']);
});

test('refuses to put the generations of two sites into one folder', async () => {
  await using it = await startPublic();
  await it.publish('a');
  const other = join(it.outDir, '../other');
  await expect(it.publishFiles(version('b'), { outDir: other })).rejects.toThrow(
    'holds the generations of dist, not of other',
  );
  expect(await it.beside()).toEqual(['dist', 'generations']);
});

test('refuses an OUT_DIR that would contain its own generations', async () => {
  await using it = await startPublic();
  const outDir = it.generations;
  await expect(it.publishFiles({}, { outDir })).rejects.toMatchObject({ name: 'SettingsError' });
  await expect(it.publishFiles({}, { outDir: '/' })).rejects.toMatchObject({
    name: 'SettingsError',
  });
});

test('refuses to publish if the file that says whether publishing is paused is damaged', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await writeFile(join(it.generations, '.state.json'), '{"out');
  await expect(it.publish('b')).rejects.toThrow('.state.json is damaged');
  expect((await it.site())['index.html']).toContain('<h1>a</h1>');
});

test('writes a generation’s manifest beside it, not into it', async () => {
  await using it = await startPublic();
  await it.publish('a', 'one');
  const live = await it.live();
  const manifest = JSON.parse(await readFile(join(it.generations, `${live}.json`), 'utf8'));
  expect(manifest).toEqual({
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    entries: ['releases/one/'],
    pages: ['404.html', '', 'releases/one/', 'roadmap/'],
    hashed: ['_astro/page.a.css'],
    carried: {},
  });
  expect(Object.keys(await it.site())).not.toContain(basename(`${live}.json`));
});

test('publishes again after OUT_DIR was removed by hand', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await rm(it.outDir);
  expect(await it.publish('a')).toMatchObject({ kind: 'unchanged' });
  expect((await it.site())['index.html']).toContain('<h1>a</h1>');
});
