import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  publishCacheIn,
  publishCacheInMemory,
} from '../../../src/publish/staging/publish-cache.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A process that lives on, and the one file in which it and others remember. */
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

/** A site that was shown, of one file. */
function shownAs(name: string) {
  const file = { size: 1, mtimeMs: 2, ino: 3, digest: name };
  return { folder: `/generations/${name}`, index: new Map([['index.html', file]]) };
}

test('a process remembers what it showed before that is written down, and others after', async () => {
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
  'what another process showed since is read, %s it was written down what this one did',
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
])('where the file %s, nothing is known', async (_, change) => {
  await using it = await startRemembering();
  await it.own.save(shownAs('a'));
  await it.writeDown();
  await change(it.file);
  expect(await it.own.load()).toBeUndefined();
});

test('what is forgotten is known to nobody, and is not written down', async () => {
  await using it = await startRemembering();
  await it.own.save(shownAs('a'));
  await it.writeDown();
  await it.own.forget();
  await it.writeDown();
  expect(await it.own.load()).toBeUndefined();
  expect(await it.other.load()).toBeUndefined();
});

test('what is known of one site is not taken for another', async () => {
  await using it = await startRemembering();
  await it.own.save(shownAs('a'));
  expect(await it.elsewhere.load()).toBeUndefined();
});
