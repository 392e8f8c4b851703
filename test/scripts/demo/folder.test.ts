import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimDemoFolder } from '../../../scripts/demo/folder.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test.each([
  ['is not there yet', async () => {}],
  ['is empty', (folder: string) => mkdir(folder)],
])('a demo accepts a folder that %s', async (_which, prepare) => {
  await using temp = await tempFolder();
  const path = join(temp.path, 'demo');
  await prepare(path);
  using folder = await claimDemoFolder(path);
  expect(folder.path).toBe(path);
  expect((await readdir(path)).every((name) => name.startsWith('.waymark-demo'))).toBe(true);
});

test('a demo removes the files of an earlier demo, and keeps foreign files', async () => {
  await using temp = await tempFolder();
  const { path } = temp;
  {
    using _earlier = await claimDemoFolder(path);
    for (const folder of ['content/releases', 'generations/one'])
      await mkdir(join(path, folder), { recursive: true });
    await symlink('generations/one', join(path, 'dist'));
    for (const file of ['waymark.db', 'webhook.db-wal', 'content/releases/a.json', 'notes.txt'])
      await writeFile(join(path, file), file);
  }
  using _folder = await claimDemoFolder(path);
  const left = (await readdir(path)).filter((name) => !name.startsWith('.waymark-demo'));
  expect(left).toEqual(['notes.txt']);
});

test('a demo refuses a folder with foreign files, and changes nothing in it', async () => {
  await using temp = await tempFolder();
  const { path } = temp;
  // Files of a checkout, with names that a demo would remove from its own folder.
  await mkdir(join(path, '.git'));
  await mkdir(join(path, 'content'));
  for (const file of ['.git/HEAD', 'content/workspace.json', 'waymark.db'])
    await writeFile(join(path, file), file);
  const before = await filesIn(path);
  await expect(claimDemoFolder(path)).rejects.toMatchObject({
    exitCode: 2,
    message: `${path} has files that no demo wrote, so it was left unchanged. Name an empty or new folder with --dir.`,
  });
  expect(await filesIn(path)).toEqual(before);
  await expect(claimDemoFolder(join(path, 'waymark.db'))).rejects.toMatchObject({ exitCode: 2 });
  expect(await readFile(join(path, 'waymark.db'), 'utf8')).toBe('waymark.db');
});

test('a second demo in a folder prints the address of the first, and changes nothing', async () => {
  await using temp = await tempFolder();
  const { path } = temp;
  {
    using first = await claimDemoFolder(path);
    await writeFile(join(path, 'waymark.db'), 'in use');
    await expect(claimDemoFolder(path)).rejects.toThrow(/A demo is starting in .* already/);
    await first.shownAt('http://127.0.0.1:4321');
    await expect(claimDemoFolder(path)).rejects.toMatchObject({
      exitCode: 1,
      message: `A demo runs in ${path} already: http://127.0.0.1:4321/. Open that address, or start another demo with --dir in another folder.`,
    });
    expect(existsSync(join(path, 'waymark.db'))).toBe(true);
  }
  using _next = await claimDemoFolder(path);
  expect(existsSync(join(path, 'waymark.db'))).toBe(false);
});
