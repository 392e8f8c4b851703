import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/lib/files/make-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('creates a folder with its parents, and keeps an existing one', async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, 'a/b/c');
  makeFolder(path);
  makeFolder(path);
  expect(existsSync(path)).toBe(true);
  await writeFile(join(path, 'file'), '');
  expect(() => makeFolder(join(path, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(path, 'file/d/e'))).toThrow('ENOTDIR');
});

test('throws where the file system has no new folders', () => {
  expect(() => makeFolder('/proc/waymark/a')).toThrow("mkdir '/proc");
});
