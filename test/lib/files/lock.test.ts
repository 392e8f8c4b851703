import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '../../../src/lib/files/lock.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('allows one holder at a time', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'below', 'lock');
  using first = tryLock(file);
  expect(first).toBeDefined();
  expect(tryLock(file)).toBeUndefined();
});

test('can be taken again after it was released', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'lock');
  tryLock(file)?.[Symbol.dispose]();
  using second = tryLock(file);
  expect(second).toBeDefined();
});

test('throws errors that do not mean that the lock is held', async () => {
  await using folder = await tempFolder();
  expect(() => tryLock(folder.path)).toThrow();
});
