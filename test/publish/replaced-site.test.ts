import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexFiles } from '../../src/publish/generations/file-index.ts';
import { replaceSite } from '../../src/publish/replace-site.ts';
import { publishCacheIn } from '../../src/publish/staging/publish-cache.ts';
import { filesIn, stampsIn } from '../support/files-in.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { type Over, requirementsOf, version, writeSite } from './valid-site.ts';

/**
 * Replaces one site after another in a folder. The last replaced site is kept beside it, as a base
 * for the next one.
 */
async function startHistory(nameOfReplaced = 'replaced') {
  const folder = await tempFolder();
  const at = (name: string) => join(folder.path, name);
  const [outDir, replaced] = [at('dist'), at(nameOfReplaced)];
  const publishCache = publishCacheIn(at('published.json'));
  let builds = 0;
  return {
    outDir,
    replaced,
    outside: at('outside'),
    forget: () => publishCache.forget(),
    /** Publishes a site, and gives the files that were built. */
    put: async (over: Over) => {
      builds += 1;
      const built = at(`built-${builds}`);
      await writeSite(built, over);
      const index = await indexFiles(built);
      const requirements = requirementsOf();
      await replaceSite({ built, index, outDir, publishCache, replaced, requirements });
      return filesIn(built);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test('a site that starts from the replaced one equals the built site, whatever changed', async () => {
  await using it = await startHistory();
  const sites = [
    version('one', 'a', 'b'),
    version('one', 'a'),
    { ...version('two', 'a', 'b'), releases: undefined },
    { 'about/index.html': 'a folder' },
    { about: 'a file', 'new/one.html': 'new' },
    { 'about/index.html': 'a folder again' },
    { 'about/index.html': 'a folder again' },
  ];
  for (const site of sites) {
    const built = await it.put(site);
    expect(await filesIn(it.outDir)).toEqual(built);
  }
});

test('the replaced site that is kept has no changed or withdrawn files', async () => {
  await using it = await startHistory();
  await it.put(version('secret', 'a', 'withdrawn'));
  await it.put(version('public', 'a'));
  const waiting = await filesIn(it.replaced);
  expect(Object.keys(waiting)).toContain('404.html');
  expect(JSON.stringify(waiting)).not.toMatch(/secret|withdrawn/);
});

test('says that the new site is live if only the replaced one cannot be removed', async () => {
  await using it = await startHistory('x'.repeat(300));
  await it.put(version('one', 'a'));
  const putting = it.put(version('two', 'a'));
  await expect(putting).rejects.toThrow(/The new site is in .*dist, but the replaced one cannot/);
  expect(await readFile(join(it.outDir, 'index.html'), 'utf8')).toContain('two');
});

test('starts from the replaced site, and does not link unchanged files again', async () => {
  await using it = await startHistory();
  await it.put(version('one', 'a'));
  await it.put(version('two', 'a'));
  const marked = join(it.replaced, 'roadmap');
  const before = await stampsIn(marked);
  await it.put(version('three', 'a'));
  expect(await stampsIn(join(it.outDir, 'roadmap'))).toEqual(before);
});

test('does not publish what someone wrote into the replaced site', async () => {
  await using it = await startHistory();
  await it.put(version('one', 'a'));
  await it.put(version('two', 'a'));
  await rm(join(it.replaced, '404.html'));
  await writeFile(join(it.replaced, '404.html'), '<h1>Not hers</h1>');
  await writeFile(join(it.replaced, 'more.html'), 'more');
  await mkdir(it.outside);
  await writeFile(join(it.outside, 'kept.txt'), 'kept');
  await rm(join(it.replaced, 'roadmap'), { recursive: true });
  await symlink(it.outside, join(it.replaced, 'roadmap'));
  expect(await it.put(version('three', 'a'))).toEqual(await filesIn(it.outDir));
  expect(await readFile(join(it.outside, 'kept.txt'), 'utf8')).toBe('kept');
  expect(Object.keys(await filesIn(it.outside))).toEqual(['kept.txt']);
});

test('removes the replaced site if the published one is not known', async () => {
  await using it = await startHistory();
  await it.put(version('one', 'a'));
  await it.put(version('two', 'a'));
  await writeFile(join(it.replaced, 'stale.html'), 'stale');
  await it.forget();
  expect(await it.put(version('three', 'a'))).toEqual(await filesIn(it.outDir));
  await expect(filesIn(it.replaced)).rejects.toThrow('ENOENT');
});
