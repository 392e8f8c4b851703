import { existsSync } from 'node:fs';
import fs, { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { publish, stagePublication } from '../../../src/publish/publish.ts';
import { replaceSite, stageReplacement } from '../../../src/publish/replace-site.ts';
import { resume, rollBack } from '../../../src/publish/rollback.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { listOwnFiles, type Over, requirementsOf, writeSite } from '../valid-site.ts';

/** A site that is put in public while parts of it are still built. */
async function startBuilding() {
  const temp = await tempFolder();
  const inTemp = (name: string) => join(temp.path, name);
  const [built, outDir, trash] = [inTemp('built'), inTemp('dist'), inTemp('trash')];
  const options = { built, outDir, trash, publishCache: inTemp('memory.json') };
  await writeSite(built, { 'feed.json': '{}', 'old/page/index.html': 'old' });
  return {
    outDir,
    trash,
    publishCache: options.publishCache,
    begin: () => stageReplacement(options),
    write: (over: Over) => writeInPlace(built, over),
    /** `meanwhile` is built when the first part was copied already. */
    replace: async (meanwhile: Over = {}) => {
      using staged = await stageReplacement(options);
      await writeInPlace(built, meanwhile);
      return await replaceSite({ ...options, staged, requirements: requirementsOf() });
    },
    /** Publishes it as a generation; `meanwhile` is built when the first part was copied already. */
    publish: async (meanwhile: Over = {}, act = async () => {}) => {
      using staged = await stagePublication(options);
      await writeInPlace(built, meanwhile);
      await act();
      return await publish({
        ...options,
        staged,
        requirements: requirementsOf(),
        now: new Date(),
      });
    },
    beginGeneration: () => stagePublication(options),
    publishUnstaged: () => publish({ ...options, requirements: requirementsOf(), now: new Date() }),
    besideGenerations: async () =>
      (await readdir(inTemp('generations'))).filter((name) => name.startsWith('.')),
    expectWhole: async () => expect(await filesIn(outDir)).toEqual(await filesIn(built)),
    beside: async () => (await readdir(temp.path)).filter((name) => name.startsWith('.')),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

/** As a build writes over files, and prunes them. */
async function writeInPlace(folder: string, over: Over): Promise<void> {
  for (const [path, text] of Object.entries(over)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await (text === undefined ? rm(dirname(file), { recursive: true }) : writeFile(file, text));
  }
  await listOwnFiles(folder);
}

test('what is built after the copy was begun is in public as well', async () => {
  await using it = await startBuilding();
  expect(await it.replace({ 'new/index.html': 'new', 'index.html': '<h1>Changed</h1>' })).toBe(9);
  await it.expectWhole();
  await it.replace({ 'index.html': '<h1>Again</h1>' });
  await it.expectWhole();
});

test('what was removed after the copy was begun is not in public, nor is its folder', async () => {
  await using it = await startBuilding();
  await it.replace();
  await it.replace({ 'old/page/index.html': undefined });
  await it.expectWhole();
  expect(existsSync(join(it.outDir, 'old'))).toBe(false);
});

test('a file that is written over by one as long is seen to have changed', async () => {
  await using it = await startBuilding();
  await it.replace({ 'index.html': '<h1>Old</h1>' });
  await it.expectWhole();
});

test('a file that was valid when the copy was staged is checked again when it changed', async () => {
  await using it = await startBuilding();
  await expect(it.replace({ 'feed.json': '{"cut' })).rejects.toThrow('feed.json cannot be parsed');
  expect(existsSync(it.outDir)).toBe(false);
});

test('one that was half written when the copy was begun passes once it is whole', async () => {
  await using it = await startBuilding();
  await it.write({ 'rss.xml': '<rss><chan' });
  await it.replace({ 'rss.xml': '<rss/>' });
  await it.expectWhole();
});

test('what was begun for a build that fails is removed', async () => {
  await using it = await startBuilding();
  {
    using _begun = await it.begin();
    expect(await it.beside()).toEqual(['.dist.waymark-next']);
  }
  expect(await it.beside()).toEqual([]);
});

test('a generation can be begun while it is built, too', async () => {
  await using it = await startBuilding();
  expect(await it.publish({ 'new/index.html': 'new', 'feed.json': '{"now":1}' })).toMatchObject({
    kind: 'published',
    files: 9,
  });
  await it.expectWhole();
  expect(
    await it.publish({ 'index.html': '<h1>Again</h1>', 'old/page/index.html': undefined }),
  ).toMatchObject({ kind: 'published', files: 8 });
  await it.expectWhole();
  expect(await it.publish({ 'rss.xml': '<rss>' })).toMatchObject({ kind: 'refused' });
  expect(await it.publish({ 'rss.xml': '<rss></rss>' })).toMatchObject({ kind: 'unchanged' });
  expect(await it.besideGenerations()).toEqual(['.lock', '.state.json']);
});

test('what is live may change after the copy of a generation was begun', async () => {
  await using it = await startBuilding();
  await it.publish();
  await it.publish({ 'index.html': '<h1>Second</h1>' });
  const goBack = async () => {
    await rollBack({ outDir: it.outDir, force: false, now: new Date() });
    await resume(it.outDir);
  };
  const third = await it.publish({ 'index.html': '<h1>Third</h1>' }, goBack);
  expect(third).toMatchObject({ kind: 'published' });
  await it.expectWhole();
});

test('what a killed run began is removed by the next one, also where that has nothing to build', async () => {
  await using it = await startBuilding();
  await it.publish();
  // Never disposed of.
  await it.beginGeneration();
  expect(await it.besideGenerations()).toContainEqual(expect.stringMatching(/^\.begun-/));
  expect(await it.publishUnstaged()).toMatchObject({ kind: 'unchanged' });
  expect(await it.besideGenerations()).toEqual(['.lock', '.state.json']);
});

test('what was changed or withdrawn is gone with the old site; the rest of it waits in the trash', async () => {
  await using it = await startBuilding();
  await it.replace();
  await it.replace({ 'index.html': '<h1>Second</h1>', 'old/page/index.html': undefined });
  const { 'index.html': _, '.waymark.json': _list, ...still } = await filesIn(it.outDir);
  expect(await filesIn(it.trash)).toEqual(still);
  expect(existsSync(join(it.trash, 'old'))).toBe(false);
  expect(await it.beside()).toEqual([]);
});

test.each(['replace', 'publish'] as const)(
  'the trash is empty when the next site is begun, to %s the one in public',
  async (how) => {
    await using it = await startBuilding();
    await it.replace();
    await it.replace({ 'index.html': '<h1>Second</h1>' });
    expect(existsSync(it.trash)).toBe(true);
    using _begun = await (how === 'replace' ? it.begin() : it.beginGeneration());
    expect(existsSync(it.trash)).toBe(false);
  },
);

test('nothing of the old site is kept whose files are not known', async () => {
  await using it = await startBuilding();
  await it.replace();
  await rm(it.publishCache);
  await it.replace({ 'old/page/index.html': undefined });
  expect(existsSync(it.trash)).toBe(false);
  expect(await it.beside()).toEqual([]);
});

test('nor where a run ended before it could write down what is in public', async () => {
  await using it = await startBuilding();
  await it.replace();
  {
    using _failing = failRenames(it.publishCache);
    await expect(it.replace({ 'secret/index.html': 'secret' })).rejects.toThrow('cut short');
  }
  expect(await filesIn(it.outDir)).toHaveProperty('secret/index.html');
  await it.replace({ 'secret/index.html': undefined });
  expect(existsSync(it.trash)).toBe(false);
});

/** Fails what would be renamed to a name that starts so. */
function failRenames(start: string): Disposable {
  const { rename } = fs;
  const put = (renames: typeof rename) => {
    fs.rename = renames;
    syncBuiltinESMExports();
  };
  put(async (from, to) => {
    if (`${to}`.startsWith(start)) throw new Error('cut short');
    await rename(from, to);
  });
  return { [Symbol.dispose]: () => put(rename) };
}
