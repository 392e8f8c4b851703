import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type IndexedFile, indexFiles } from '../../../src/publish/generations/file-index.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const [small, large] = ['<p>', Buffer.alloc(1024 * 1024)];

test.each([
  ['small', small],
  ['large', large],
])('skips a %s file that vanishes during a build', async (_size, bytes) => {
  await using temp = await tempFolder();
  const files = ['kept.html', 'vanished.mjs'];
  for (const name of files) await writeFile(join(temp.path, name), bytes);
  // This lookup happens between listing the folder and reading the file.
  const known = new Map<string, IndexedFile>();
  known.get = (path) => {
    if (path === 'vanished.mjs') rmSync(join(temp.path, path));
    return undefined;
  };
  const index = await indexFiles(temp.path, known);
  expect([...index.keys()]).toEqual(['kept.html']);
});
