import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  documentsIn,
  type KeyedDocument,
  writeDocuments,
} from '../../src/build/write-documents.ts';
import { filesIn } from '../support/files-in.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** An output into which documents are written again and again; gives those that were asked for. */
async function startWriting() {
  const temp = await tempFolder();
  const folder = join(temp.path, 'site');
  await mkdir(folder);
  const write = async (documents: Record<string, string | undefined>) => {
    const asked: string[] = [];
    const keyed = Object.entries(documents).map(([path, key]): KeyedDocument => {
      const text = () => {
        asked.push(path);
        return `${path} of ${key}`;
      };
      return { path, key, write: text };
    });
    await writeDocuments(folder, keyed);
    return asked;
  };
  return { folder, write, [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose]() };
}

test('writes a document again when its key is another, and always where it has none', async () => {
  await using it = await startWriting();
  const first = { 'a/rss.xml': 'one', 'a.md': 'one', 'llms.txt': undefined };
  expect(await it.write(first)).toEqual(Object.keys(first));
  expect(await it.write({ ...first, 'a.md': 'two' })).toEqual(['a.md', 'llms.txt']);
  expect(await filesIn(it.folder)).toEqual({
    'a.md': 'a.md of two',
    'a/rss.xml': 'a/rss.xml of one',
    'llms.txt': 'llms.txt of undefined',
  });
});

test('writes a document again that is gone, and lists those that there are', async () => {
  await using it = await startWriting();
  await it.write({ 'a.md': 'one', 'b.md': 'one' });
  await rm(join(it.folder, 'a.md'));
  expect(await it.write({ 'a.md': 'one' })).toEqual(['a.md']);
  expect((await stat(join(it.folder, 'a.md'))).isFile()).toBe(true);
  expect(await documentsIn(it.folder)).toEqual(['a.md']);
});
