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

/** A site that is rebuilt into the same folder and published with a publish cache. */
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
    /** Writes a file as a build does: it replaces a file instead of overwriting it in place. */
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

test('a generation hard-links unchanged files of the previous one, and has its own changed files', async () => {
  await using it = await startRemembering();
  await it.publish();
  const [page, feed] = [await it.inode('roadmap/index.html'), await it.inode('rss.xml')];
  await it.build('rss.xml', '<rss><channel/></rss>');
  expect(await it.publish()).toMatchObject({ kind: 'published', files: 7 });
  expect(await it.inode('roadmap/index.html')).toBe(page);
  expect(await it.inode('rss.xml')).not.toBe(feed);
  expect(await filesIn(it.outDir)).toEqual(await filesIn(it.built));
});

test('a plain folder equals the built site after each build, although it was edited', async () => {
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

test('a later build does not change the published site', async () => {
  await using it = await startRemembering();
  await it.replace();
  await it.replace();
  await it.build('index.html', 'changed');
  expect(await readFile(join(it.outDir, 'index.html'), 'utf8')).toBe('<h1>New</h1>');
});

test('validates a changed file although the others are known to be valid', async () => {
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

test('detects a changed file of the same size', async () => {
  await using it = await startRemembering();
  await it.replace();
  await it.build('index.html', '<h1>Old</h1>');
  await it.replace();
  expect(await readFile(join(it.outDir, 'index.html'), 'utf8')).toBe('<h1>Old</h1>');
});

test.each(['', '{', '{"folder":"x","index":[["index.html",1]]}'])(
  'publishes the whole site if the cache file contains %j',
  async (text) => {
    await using it = await startRemembering();
    await it.replace();
    await writeFile(it.publishCache, text);
    await it.build('index.html', '<h1>Other</h1>');
    await it.replace();
    expect(await filesIn(it.outDir)).toEqual(await filesIn(it.built));
  },
);

test('does not touch a plain folder that equals the built site', async () => {
  await using it = await startRemembering();
  await it.replace();
  const before = await stampsIn(it.outDir);
  expect(await it.replace()).toBe(7);
  expect(await stampsIn(it.outDir)).toEqual(before);
});

test('publishes again after a plain folder was removed', async () => {
  await using it = await startRemembering();
  await it.replace();
  await rm(it.outDir, { recursive: true });
  expect(await it.replace()).toBe(7);
  expect(await filesIn(it.outDir)).toEqual(await filesIn(it.built));
});

test('publishes again after a generation was removed by hand', async () => {
  await using it = await startRemembering();
  await it.publish();
  await rm(await realpath(it.outDir), { recursive: true });
  await it.publish();
  expect(await filesIn(it.outDir)).toEqual(await filesIn(it.built));
});
