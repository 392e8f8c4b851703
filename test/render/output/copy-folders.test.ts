import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFolders } from '../../../src/render/output/copy-folders.ts';
import type { OutputFiles } from '../../../src/render/output/incremental-output.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Writes two folders to copy into an output. */
async function startCopying() {
  const temp = await tempFolder();
  const [assets, own, folder] = ['assets', 'own', 'site'].map((name) => join(temp.path, name)) as [
    string,
    string,
    string,
  ];
  for (const root of [assets, own]) await mkdir(root);
  await writeFile(join(assets, 'page.css'), 'of Waymark');
  await writeFile(join(own, 'logo.svg'), 'logo');
  return {
    own,
    folder,
    copy: (kept: OutputFiles = new Map()) =>
      copyFolders(folder, kept, [assets, own, join(temp.path, 'gone')]),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('copies all folders and follows links; the last folder wins', async () => {
  await using it = await startCopying();
  await writeFile(join(it.own, 'page.css'), 'of the maintainer');
  await mkdir(join(it.own, 'deep'));
  await writeFile(join(it.own, 'deep/one.txt'), 'one');
  await symlink(join(it.own, 'deep'), join(it.own, 'linked'));
  await symlink(join(it.own, 'logo.svg'), join(it.own, 'icon.svg'));
  expect([...(await it.copy()).keys()].sort()).toEqual(Object.keys(await filesIn(it.folder)));
  expect(await filesIn(it.folder)).toEqual({
    'deep/one.txt': 'one',
    'icon.svg': 'logo',
    'linked/one.txt': 'one',
    'logo.svg': 'logo',
    'page.css': 'of the maintainer',
  });
});

test('refuses a link out of the folder', async () => {
  await using it = await startCopying();
  await symlink(join(it.own, '..', 'assets', 'page.css'), join(it.own, 'secret.css'));
  await expect(it.copy()).rejects.toThrow(
    /own\/secret\.css is a link to a place outside that folder\. Copy the file/,
  );
});

test('a folder replaces a file, and a file a folder', async () => {
  await using it = await startCopying();
  const first = await it.copy();
  await rm(join(it.own, 'logo.svg'));
  await mkdir(join(it.own, 'logo.svg'));
  await writeFile(join(it.own, 'logo.svg/one.txt'), 'one');
  const second = await it.copy(first);
  expect(await filesIn(it.folder)).toMatchObject({ 'logo.svg/one.txt': 'one' });
  await rm(join(it.own, 'logo.svg'), { recursive: true });
  await writeFile(join(it.own, 'logo.svg'), 'logo');
  await it.copy(second);
  expect(await filesIn(it.folder)).toEqual({ 'logo.svg': 'logo', 'page.css': 'of Waymark' });
});

test('copies only changed files again', async () => {
  await using it = await startCopying();
  const first = await it.copy();
  expect(await it.copy(first)).toEqual(first);
  await rm(join(it.own, 'logo.svg'));
  await writeFile(join(it.own, 'logo.svg'), 'another');
  const second = await it.copy(first);
  expect(second.get('page.css')).toEqual(first.get('page.css'));
  expect(second.get('logo.svg')?.digest).not.toBe(first.get('logo.svg')?.digest);
  expect((await filesIn(it.folder))['logo.svg']).toBe('another');
});
