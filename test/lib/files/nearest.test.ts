import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nearest } from '../../../src/lib/files/files-below.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('finds the nearest file with one of the names, in the folder or above it', async () => {
  await using folder = await tempFolder();
  const inner = join(folder.path, 'a/b');
  await mkdir(inner, { recursive: true });
  expect(nearest(inner, ['of-this-test.lock'])).toBeUndefined();
  await writeFile(join(folder.path, 'of-this-test.lock'), '');
  expect(nearest(inner, ['of-this-test.lock'])).toBe(join(folder.path, 'of-this-test.lock'));
  await writeFile(join(folder.path, 'a/other.lock'), '');
  const names = ['of-this-test.lock', 'other.lock'];
  expect(nearest(inner, names)).toBe(join(folder.path, 'a/other.lock'));
});
