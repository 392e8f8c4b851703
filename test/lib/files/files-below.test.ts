import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from '../../../src/lib/files/files-below.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('lists all files below a folder, sorted, without hidden files and symbolic links', async () => {
  await using temp = await tempFolder();
  // The given folder may itself be inside a hidden one.
  const folder = join(temp.path, '.cache/pages');
  await mkdir(join(folder, 'b/.git'), { recursive: true });
  for (const name of ['c.md', 'b/a.md', '.DS_Store', 'b/.git/config'])
    await writeFile(join(folder, name), '');
  await symlink(join(folder, 'c.md'), join(folder, 'link.md'));
  expect(filesBelow(folder)).toEqual([join(folder, 'b/a.md'), join(folder, 'c.md')]);
});

test('lists nothing for a missing folder', async () => {
  await using temp = await tempFolder();
  expect(filesBelow(join(temp.path, 'pages'))).toEqual([]);
});
