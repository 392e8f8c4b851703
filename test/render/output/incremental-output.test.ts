import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  loadOutput,
  markUnfinished,
  outputFolder,
  saveOutput,
} from '../../../src/render/output/incremental-output.ts';
import { putFile } from '../../../src/render/output/put-file.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A completed build output of two pages. */
async function startOutput() {
  const temp = await tempFolder();
  const buildCache = temp.path;
  const folder = outputFolder(buildCache);
  await writeFile(join(buildCache, 'built-for'), '/somewhere');
  const files = new Map(
    ['index.html', 'a/index.html'].map((path) => {
      const file = putFile(folder, path, Buffer.from(path), undefined);
      if (!file) throw new Error('nothing was written');
      return [path, { ...file, key: `key of ${path}` }] as const;
    }),
  );
  const output = { fingerprint: 'code', content: 'content', files };
  await saveOutput(buildCache, output);
  return { buildCache, folder, output, [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose]() };
}

test('an unchanged output is loaded as it was saved', async () => {
  await using it = await startOutput();
  expect(await loadOutput(it.buildCache)).toEqual(it.output);
});

test.each<[string, (file: string) => Promise<void>]>([
  ['was written to', (file) => writeFile(file, 'by another')],
  ['was removed', (file) => rm(file)],
  [
    'was replaced by one as long',
    async (file) => {
      await rm(file);
      await writeFile(file, 'a/index.HTML');
    },
  ],
])('a file that %s is forgotten, and with it the digest of the content', async (_, change) => {
  await using it = await startOutput();
  await change(join(it.folder, 'a/index.html'));
  const { files, content } = await loadOutput(it.buildCache);
  expect([...files.keys()]).toEqual(['index.html']);
  expect(content).toBeUndefined();
});

test('a file that was restored from an archive is kept despite a new inode and time', async () => {
  await using it = await startOutput();
  const file = join(it.folder, 'a/index.html');
  await rm(file);
  await writeFile(file, 'a/index.html');
  await utimes(file, 1, 1);
  const { files, content } = await loadOutput(it.buildCache);
  expect(content).toBe('content');
  const { ino, mtimeMs } = await stat(file);
  expect(files.get('a/index.html')).toMatchObject({ ino, mtimeMs, key: 'key of a/index.html' });
});

test('removes what an unfinished build wrote, and keeps the rest', async () => {
  await using it = await startOutput();
  await markUnfinished(it.buildCache);
  putFile(it.folder, 'b/index.html', Buffer.from('of content that may be withdrawn'), undefined);
  putFile(it.folder, 'index.html', Buffer.from('written again'), undefined);
  await writeFile(join(it.folder, 'a/.index.html.begun'), 'half');
  const { files, content } = await loadOutput(it.buildCache);
  expect([...files.keys()]).toEqual(['a/index.html']);
  expect(content).toBeUndefined();
  expect(await filesIn(it.folder)).toEqual({ 'a/index.html': 'a/index.html' });
});

test.each(['', '{', '{"rows":[["a"]]}'])(
  'starts from nothing if the list of files is %j',
  async (text) => {
    await using it = await startOutput();
    await mkdir(join(it.buildCache, 'left-by-another-version'));
    await writeFile(join(it.buildCache, 'output.json'), text);
    expect(await loadOutput(it.buildCache)).toEqual({
      fingerprint: '',
      content: undefined,
      files: new Map(),
    });
    expect(await readdir(it.buildCache)).toEqual(['built-for']);
  },
);
