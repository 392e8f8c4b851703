import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from '../../../src/lib/files/files-below.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('gives all files below a folder, sorted, but what is hidden and links', async () => {
  await using temp = await tempFolder();
  // What the folder itself lies in may be hidden.
  const folder = join(temp.path, '.cache/pages');
  await mkdir(join(folder, 'b/.git'), { recursive: true });
  for (const name of ['c.md', 'b/a.md', '.DS_Store', 'b/.git/config'])
    await writeFile(join(folder, name), '');
  await symlink(join(folder, 'c.md'), join(folder, 'link.md'));
  expect(filesBelow(folder)).toEqual([join(folder, 'b/a.md'), join(folder, 'c.md')]);
});

test('gives none of a folder that is not there', async () => {
  await using temp = await tempFolder();
  expect(filesBelow(join(temp.path, 'pages'))).toEqual([]);
});
