import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  lockOf,
  sweepBuildCaches,
  withIncrementalOutput,
} from '../../src/build/incremental-output.ts';
import { tryLock } from '../../src/lib/files/lock.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A build cache in which one build was finished, that left `page`. */
async function startKept() {
  const temp = await tempFolder();
  const [builds, outDir] = [join(temp.path, 'builds'), join(temp.path, 'dist')];
  const buildCache = join(builds, 'one');
  const fingerprint = { outDir, digest: 'first', content: 'first', full: false };
  /** What a build with this maker finds from the one before. */
  const found = async (over: Partial<typeof fingerprint> = {}, fails = false) => {
    let names: string[] | undefined;
    await withIncrementalOutput(buildCache, { ...fingerprint, ...over }, async () => {
      names = (await readdir(buildCache)).filter((name) => name.startsWith('page'));
      if (fails) throw new Error('cut short');
      await writeFile(join(buildCache, 'page'), 'rendered');
    }).catch(() => {});
    return names;
  };
  await found();
  return {
    builds,
    buildCache,
    outDir,
    found,
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('a build goes on from the one before', async () => {
  await using it = await startKept();
  expect(await it.found({ content: 'second' })).toEqual(['page']);
});

test('renders nothing when it is of the same content, whole, by the same code', async () => {
  await using it = await startKept();
  expect(await it.found()).toBeUndefined();
  await it.found({ content: 'second' });
  expect(await it.found({ content: 'second' })).toBeUndefined();
  expect(await it.found()).toEqual(['page']);
});

test.each([
  ['other code or settings', { digest: 'second' }],
  ['a full build asked for', { full: true }],
])('a build starts from nothing with %s', async (_, over) => {
  await using it = await startKept();
  expect(await it.found(over)).toEqual([]);
});

test('a build starts from nothing after one that was not finished', async () => {
  await using it = await startKept();
  await it.found({ content: 'second' }, true);
  expect(await it.found()).toEqual([]);
  expect(await it.found({ content: 'second' })).toEqual(['page']);
});

test('what was built for a public folder that is gone is swept up, unless somebody builds there', async () => {
  await using it = await startKept();
  await mkdir(it.outDir);
  await sweepBuildCaches(it.builds);
  expect(existsSync(it.buildCache)).toBe(true);
  const gone = join(it.builds, 'two');
  await withIncrementalOutput(
    gone,
    { outDir: `${it.outDir}-gone`, digest: '', content: '', full: false },
    async () => {},
  );
  {
    using _builder = tryLock(lockOf(gone));
    await sweepBuildCaches(it.builds);
    expect(existsSync(gone)).toBe(true);
  }
  await sweepBuildCaches(it.builds);
  expect(existsSync(gone)).toBe(false);
  expect(existsSync(it.buildCache)).toBe(true);
});
