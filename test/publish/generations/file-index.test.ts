import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexFiles } from '../../../src/publish/generations/file-index.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const [small, large] = ['<p>', Buffer.alloc(1024 * 1024)];

test.each([
  ['small', small],
  ['large', large],
])('passes over a %s file that vanishes while a site is still built', async (_size, bytes) => {
  await using temp = await tempFolder();
  const files = ['kept.html', 'vanished.mjs'];
  for (const name of files) await writeFile(join(temp.path, name), bytes);
  const seen = new Map(
    await Promise.all(
      files.map(async (name) => [name, await stat(join(temp.path, name))] as const),
    ),
  );
  await rm(join(temp.path, 'vanished.mjs'));
  const index = await indexFiles(temp.path, new Map(), seen);
  expect([...index.keys()]).toEqual(['kept.html']);
});
