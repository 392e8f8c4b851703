import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { expect, test } from 'vitest';
import { listRouted, pruneOutput } from '../../src/build/prune-output.ts';
import { filesIn } from '../support/files-in.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('removes what no page was written to and the build did not write, with its folders', async () => {
  await using temp = await tempFolder();
  const [dir, cacheDir] = [join(temp.path, 'site/'), join(temp.path, 'cache/')];
  const old = [
    'kept/index.html',
    'gone/deep/index.html',
    '_astro/old.css',
    'written.txt',
    'rss.xml',
  ];
  for (const path of old) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), '');
    await utimes(join(dir, path), 0, 0);
  }
  const { hooks } = listRouted();
  // Of what Astro hands over, what is read.
  const given = { config: { cacheDir: pathToFileURL(cacheDir) } } as Parameters<
    NonNullable<(typeof hooks)['astro:config:done']>
  >[0];
  await hooks['astro:config:done']?.(given);
  await writeFile(join(dir, 'written.txt'), 'again');
  await writeFile(join(dir, '_astro/new.css'), '');
  await hooks['astro:build:done']?.({
    dir: pathToFileURL(dir),
    assets: new Map([['/[...page]', [pathToFileURL(join(dir, 'kept/index.html'))]]]),
    pages: [],
    logger: {} as AstroIntegrationLogger,
  });
  const left = await pruneOutput(dir, cacheDir, ['rss.xml']);
  expect(left).toEqual(Object.keys(await filesIn(dir)));
  expect(Object.keys(await filesIn(dir))).toEqual([
    '_astro/new.css',
    'kept/index.html',
    'rss.xml',
    'written.txt',
  ]);
});

test('fails where the build left no list: what is not known to be gone stays', async () => {
  await using temp = await tempFolder();
  await writeFile(join(temp.path, 'index.html'), 'kept');
  await expect(pruneOutput(temp.path, temp.path, [])).rejects.toThrow();
  expect(await readFile(join(temp.path, 'index.html'), 'utf8')).toBe('kept');
});
