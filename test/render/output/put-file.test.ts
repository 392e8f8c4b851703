import { linkSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest } from '../../../src/lib/digest.ts';
import { copyFile, putFile } from '../../../src/render/output/put-file.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const bytes = (text: string) => Buffer.from(text);

test('writes a file and its folders, and returns its digest, size, time and inode', async () => {
  await using temp = await tempFolder();
  const file = putFile(temp.path, 'a/b/index.html', bytes('page'), undefined);
  const { size, mtimeMs, ino } = statSync(join(temp.path, 'a/b/index.html'));
  expect(file).toEqual({ size, mtimeMs, ino, digest: digest('page') });
  expect(await filesIn(temp.path)).toEqual({ 'a/b/index.html': 'page' });
});

test('replaces a file, so that hard links to the old one keep its bytes', async () => {
  await using temp = await tempFolder();
  putFile(temp.path, 'index.html', bytes('old'), undefined);
  linkSync(join(temp.path, 'index.html'), join(temp.path, 'public.html'));
  putFile(temp.path, 'index.html', bytes('new'), digest('old'));
  expect(await filesIn(temp.path)).toEqual({ 'index.html': 'new', 'public.html': 'old' });
});

test('does not touch a file with the same bytes', async () => {
  await using temp = await tempFolder();
  writeFileSync(join(temp.path, 'from'), 'same');
  putFile(temp.path, 'to', bytes('same'), undefined);
  const before = statSync(join(temp.path, 'to'));
  expect(putFile(temp.path, 'to', bytes('same'), digest('same'))).toBeUndefined();
  expect(await copyFile(temp.path, 'to', join(temp.path, 'from'), digest('same'))).toBeUndefined();
  expect(statSync(join(temp.path, 'to'))).toEqual(before);
});

test('a copy is independent of its source', async () => {
  await using temp = await tempFolder();
  writeFileSync(join(temp.path, 'own'), 'mine');
  const file = await copyFile(temp.path, 'site/own', join(temp.path, 'own'), undefined);
  expect(file?.digest).toBe(digest('mine'));
  writeFileSync(join(temp.path, 'own'), 'edited in place');
  expect(readFileSync(join(temp.path, 'site/own'), 'utf8')).toBe('mine');
});
