import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { expect, test } from 'vitest';
import { pruneOutput } from '../../scripts/prune-output.ts';
import { filesIn } from '../files-in.ts';
import { tempFolder } from '../service/temp-folder.ts';

test('removes what no page was written to and the build did not write, with its folders', async () => {
  await using temp = await tempFolder();
  const [dir, cacheDir] = [join(temp.path, 'site/'), join(temp.path, 'cache/')];
  const old = ['kept/index.html', 'gone/deep/index.html', '_astro/old.css', 'written.txt'];
  for (const path of old) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), '');
    await utimes(join(dir, path), 0, 0);
  }
  const { hooks } = pruneOutput();
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
  expect(Object.keys(await filesIn(temp.path))).toEqual([
    'cache/started',
    'site/_astro/new.css',
    'site/kept/index.html',
    'site/written.txt',
  ]);
});
