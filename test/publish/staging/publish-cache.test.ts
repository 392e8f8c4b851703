import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexFiles } from '../../../src/publish/generations/file-index.ts';
import { publish } from '../../../src/publish/publish.ts';
import { replaceSite } from '../../../src/publish/replace-site.ts';
import { publishCacheIn } from '../../../src/publish/staging/publish-cache.ts';
import { filesIn, stampsIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { requirementsOf, writeSite } from '../valid-site.ts';

/** A site that is built into the same folder again and again, and put in public with a memory. */
async function startRemembering() {
  const temp = await tempFolder();
  const [built, outDir, publishCache] = ['built', 'dist', 'memory.json'].map((name) =>
    join(temp.path, name),
  ) as [string, string, string];
  const requirements = requirementsOf();
  await writeSite(built, { 'feed.json': '{}' });
  return {
    built,
    outDir,
    publishCache,
    /** Builds one file anew: a file that stands is never written to. */
    build: async (path: string, text: string) => {
      await rm(join(built, path));
      await writeFile(join(built, path), text);
    },
    publish: async () => {
      const index = await indexFiles(built);
      return publish({
        built,
        index,
        outDir,
        requirements,
        publishCache: publishCacheIn(publishCache),
        now: new Date(),
      });
    },
    replace: async () => {
      const index = await indexFiles(built);
      return replaceSite({
        built,
        index,
        outDir,
        requirements,
        publishCache: publishCacheIn(publishCache),
      });
    },
    inode: async (path: string) => (await stat(join(outDir, path))).ino,
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('a generation shares with the one before what did not change, and holds the rest itself', async () => {
  await using it = await startRemembering();
  await it.publish();
  const [page, feed] = [await it.inode('roadmap/index.html'), await it.inode('rss.xml')];
  await it.build('rss.xml', '<rss><channel/></rss>');
  expect(await it.publish()).toMatchObject({ kind: 'published', files: 7 });
  expect(await it.inode('roadmap/index.html')).toBe(page);
  expect(await it.inode('rss.xml')).not.toBe(feed);
  expect(await filesIn(it.outDir)).toEqual(await filesIn(it.built));
});

test('a plain folder is the built site after every build, whatever happened to it meanwhile', async () => {
  await using it = await startRemembering();
  await it.replace();
  await rm(join(it.outDir, 'index.html'));
  await writeFile(join(it.outDir, 'index.html'), 'by another');
  await rm(join(it.outDir, 'roadmap/index.html'));
  await it.build('404.html', 'edited');
  const kept = await it.inode('rss.xml');
  await it.replace();
  expect(await filesIn(it.outDir)).toEqual(await filesIn(it.built));
  expect(await it.inode('rss.xml')).toBe(kept);
});

test('what is built later changes nothing in public', async () => {
  await using it = await startRemembering();
  await it.replace();
  await it.replace();
  await it.build('index.html', 'changed');
  expect(await readFile(join(it.outDir, 'index.html'), 'utf8')).toBe('<h1>New</h1>');
});

test('a changed file is checked, however many others are known to be valid', async () => {
  await using it = await startRemembering();
  await it.publish();
  const before = await stampsIn(it.outDir);
  await it.build('feed.json', '{"cut');
  expect(await it.publish()).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('feed.json cannot be parsed'),
  });
  expect(await stampsIn(it.outDir)).toEqual(before);
});

test('a file that was replaced by one as long is seen to have changed', async () => {
  await using it = await startRemembering();
  await it.replace();
  await it.build('index.html', '<h1>Old</h1>');
  await it.replace();
  expect(await readFile(join(it.outDir, 'index.html'), 'utf8')).toBe('<h1>Old</h1>');
});

test.each(['', '{', '{"folder":"x","index":[["index.html",1]]}'])(
  'without a memory, or with %j, the site is put there whole',
  async (text) => {
    await using it = await startRemembering();
    await it.replace();
    await writeFile(it.publishCache, text);
    await it.build('index.html', '<h1>Other</h1>');
    await it.replace();
    expect(await filesIn(it.outDir)).toEqual(await filesIn(it.built));
  },
);

test('a plain folder that shows the built site already is left as it is', async () => {
  await using it = await startRemembering();
  await it.replace();
  const before = await stampsIn(it.outDir);
  expect(await it.replace()).toBe(7);
  expect(await stampsIn(it.outDir)).toEqual(before);
});

test('a plain folder that was removed is made again', async () => {
  await using it = await startRemembering();
  await it.replace();
  await rm(it.outDir, { recursive: true });
  expect(await it.replace()).toBe(7);
  expect(await filesIn(it.outDir)).toEqual(await filesIn(it.built));
});

test('a generation that was removed by hand is made again', async () => {
  await using it = await startRemembering();
  await it.publish();
  await rm(await realpath(it.outDir), { recursive: true });
  await it.publish();
  expect(await filesIn(it.outDir)).toEqual(await filesIn(it.built));
});
