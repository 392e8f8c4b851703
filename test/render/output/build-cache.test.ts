import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '../../../src/lib/files/lock.ts';
import {
  builtFor,
  lockBuildCache,
  lockOf,
  sweepBuildCaches,
} from '../../../src/render/output/build-cache.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('removes the build cache of a deleted OUT_DIR, unless a build is running in it', async () => {
  await using temp = await tempFolder();
  const builds = join(temp.path, 'builds');
  const cacheFor = async (name: string, outDir: string) => {
    const folder = join(builds, name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, builtFor), outDir);
    return folder;
  };
  const kept = await cacheFor('one', temp.path);
  const gone = await cacheFor('two', join(temp.path, 'gone'));
  {
    using _builder = tryLock(lockOf(gone));
    await sweepBuildCaches(builds);
    expect(existsSync(gone)).toBe(true);
  }
  await sweepBuildCaches(builds);
  expect(existsSync(gone)).toBe(false);
  expect(existsSync(kept)).toBe(true);
});

test('unlocks a build cache that cannot be written to', async () => {
  await using temp = await tempFolder();
  const take = () => lockBuildCache('/site', {}, temp.path);
  let folder: string;
  {
    using taken = await take();
    folder = taken.folder;
    expect(tryLock(lockOf(folder))).toBeUndefined();
  }
  await rm(join(folder, builtFor));
  await mkdir(join(folder, builtFor));
  await expect(take()).rejects.toThrow();
  using free = tryLock(lockOf(folder));
  expect(free).toBeDefined();
});
