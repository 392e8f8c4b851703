import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '../../../src/lib/files/lock.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('lets one holder in at a time', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'below', 'lock');
  using first = tryLock(file);
  expect(first).toBeDefined();
  expect(tryLock(file)).toBeUndefined();
});

test('lets the next one in when the holder is done', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'lock');
  tryLock(file)?.[Symbol.dispose]();
  using second = tryLock(file);
  expect(second).toBeDefined();
});

test('passes on what is no lock of somebody else', async () => {
  await using folder = await tempFolder();
  expect(() => tryLock(folder.path)).toThrow();
});
