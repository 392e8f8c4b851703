import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  publishCacheIn,
  publishCacheInMemory,
} from '../../../src/publish/staging/publish-cache.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/**
 * A long-running process with its cache in memory, and another process that shares only the file.
 */
async function startRemembering() {
  const temp = await tempFolder();
  const file = join(temp.path, 'published.json');
  const { in: cacheIn, writeDown } = publishCacheInMemory();
  return {
    file,
    own: cacheIn(file),
    elsewhere: cacheIn(join(temp.path, 'of-another-site.json')),
    other: publishCacheIn(file),
    writeDown,
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

/** A published site with a single file. */
function shownAs(name: string) {
  const file = { size: 1, mtimeMs: 2, ino: 3, digest: name };
  return { folder: `/generations/${name}`, index: new Map([['index.html', file]]) };
}

test('a process knows at once what it published; others know after it is written', async () => {
  await using it = await startRemembering();
  expect(await it.own.load()).toBeUndefined();
  await it.own.save(shownAs('a'));
  expect(await it.own.load()).toEqual(shownAs('a'));
  expect(await it.other.load()).toBeUndefined();
  await it.writeDown();
  expect(await it.other.load()).toEqual(shownAs('a'));
  expect(await it.own.load()).toEqual(shownAs('a'));
});

test.each(['before', 'after'])(
  'reads what another process published %s its own state was written',
  async (when) => {
    await using it = await startRemembering();
    await it.own.save(shownAs('a'));
    if (when === 'after') await it.writeDown();
    await it.other.save(shownAs('b'));
    expect(await it.own.load()).toEqual(shownAs('b'));
    await it.own.save(shownAs('c'));
    await it.writeDown();
    expect(await it.other.load()).toEqual(shownAs('c'));
  },
);

test.each<[string, (file: string) => Promise<void>]>([
  ['was removed', (file) => rm(file)],
  ['was damaged', (file) => writeFile(file, '{')],
])('knows nothing if the file %s', async (_, change) => {
  await using it = await startRemembering();
  await it.own.save(shownAs('a'));
  await it.writeDown();
  await change(it.file);
  expect(await it.own.load()).toBeUndefined();
});

test('a forgotten state is removed from memory and file', async () => {
  await using it = await startRemembering();
  await it.own.save(shownAs('a'));
  await it.writeDown();
  await it.own.forget();
  await it.writeDown();
  expect(await it.own.load()).toBeUndefined();
  expect(await it.other.load()).toBeUndefined();
});

test('keeps the states of two sites apart', async () => {
  await using it = await startRemembering();
  await it.own.save(shownAs('a'));
  expect(await it.elsewhere.load()).toBeUndefined();
});
