import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexFiles } from '../../src/publish/generations/file-index.ts';
import { replaceSite } from '../../src/publish/replace-site.ts';
import { filesIn } from '../support/files-in.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { type Over, requirementsOf, writeSite } from './valid-site.ts';

/** Publishes an old site, which `replace` then replaces. */
async function startOld() {
  const folder = await tempFolder();
  const outDir = join(folder.path, 'dist');
  let builds = 0;
  const replace = async (over: Over = {}) => {
    builds += 1;
    const built = join(folder.path, 'built', `${builds}`);
    await writeSite(built, over);
    const index = await indexFiles(built);
    return replaceSite({ built, index, outDir, requirements: requirementsOf() });
  };
  await replace({ 'index.html': 'old', 'old.html': 'old' });
  return {
    outDir,
    replace,
    site: () => filesIn(outDir),
    /** The names beside the published folder. */
    beside: async () => (await readdir(folder.path)).filter((name) => name !== 'built').sort(),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test('replaces the old site completely, and leaves nothing beside it', async () => {
  await using it = await startOld();
  expect(await it.replace()).toBe(6);
  const site = await it.site();
  expect(site['index.html']).toBe('<h1>New</h1>');
  expect(site).not.toHaveProperty('old.html');
  expect(await it.beside()).toEqual(['dist']);
});

test('keeps the old site if the new one is invalid, says why, and leaves no files behind', async () => {
  await using it = await startOld();
  const before = await it.site();
  const replacing = it.replace({ 'rss.xml': undefined, '404.html': '' });
  await expect(replacing).rejects.toThrowErrorMatchingInlineSnapshot(`
    [WaymarkError: The new site is not published, because it has problems: 404.html is empty, rss.xml is missing.
    The old site stays.]
  `);
  expect(await it.site()).toEqual(before);
  expect(await it.beside()).toEqual(['dist']);
});

test('ignores what a killed run left', async () => {
  await using it = await startOld();
  await writeSite(join(it.outDir, '../.dist.waymark-next'), { 'stale.html': 'stale' });
  await writeSite(join(it.outDir, '../.dist.waymark-old'), { 'older.html': 'older' });
  await it.replace();
  expect(Object.keys(await it.site())).toHaveLength(6);
  expect(await it.beside()).toEqual(['dist']);
});

test('keeps foreign folders with similar names', async () => {
  await using it = await startOld();
  for (const name of ['.dist.old', '.dist.next', 'dist.old'])
    await writeSite(join(it.outDir, '..', name));
  await it.replace();
  expect(await it.beside()).toEqual(['.dist.next', '.dist.old', 'dist', 'dist.old']);
});

test('restores the old site that a killed run had moved away if the new one is invalid', async () => {
  await using it = await startOld();
  const before = await it.site();
  await rename(it.outDir, join(it.outDir, '../.dist.waymark-old'));
  await expect(it.replace({ 'index.html': '' })).rejects.toThrow('index.html is empty');
  expect(await it.site()).toEqual(before);
});

test('refuses to replace a folder that is not a site', async () => {
  await using folder = await tempFolder();
  const [built, outDir] = [join(folder.path, 'built'), join(folder.path, 'thesis')];
  await writeSite(built);
  await mkdir(outDir);
  await writeFile(join(outDir, 'chapter.doc'), 'mine');
  const index = await indexFiles(built);
  const replacing = replaceSite({ built, index, outDir, requirements: requirementsOf() });
  await expect(replacing).rejects.toThrow('has files, but no site that Waymark built');
  expect(await filesIn(outDir)).toEqual({ 'chapter.doc': 'mine' });
});
