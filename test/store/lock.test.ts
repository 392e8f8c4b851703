import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentLockFile, lockContent } from '../../src/store/lock.ts';
import { inMemory, tempFolder } from '../support/temp-folder.ts';

test('the lock file lies beside the folder, even if that does not exist, and never inside it', async () => {
  await using folder = await tempFolder();
  const content = join(folder.path, 'content');
  const place = join(folder.path, '.content.lock');
  expect(await contentLockFile(content)).toBe(place);
  await mkdir(content);
  expect(await contentLockFile(content)).toBe(place);
  (await lockContent(content, {}))[Symbol.dispose]();
  expect(await readdir(content)).toEqual([]);
});

test('the lock file is the same for a folder and for a link to it', async () => {
  await using folder = await tempFolder();
  const [content, link] = [join(folder.path, 'content'), join(folder.path, 'link')];
  await mkdir(content);
  await symlink(content, link);
  expect(await contentLockFile(link)).toBe(await contentLockFile(content));
});

if (inMemory === '/dev/shm')
  test('the lock file lies inside a folder that is a mount point', async () => {
    expect(await contentLockFile(inMemory)).toBe(join(inMemory, '.lock'));
  });

test('reports once that another process holds the lock, and waits for it', async () => {
  await using folder = await tempFolder();
  const content = join(folder.path, 'content');
  const first = await lockContent(content, {});
  const reported: string[] = [];
  const waiting = lockContent(content, {
    onWait: (who) => {
      reported.push(who);
      setTimeout(() => first[Symbol.dispose](), 200);
    },
  });
  using second = await waiting;
  expect(second).toBeDefined();
  expect(reported).toEqual([`Another sync or build works on ${content}`]);
});

test('stops waiting when it is aborted', async () => {
  await using folder = await tempFolder();
  const content = join(folder.path, 'content');
  using _first = await lockContent(content, {});
  const stop = new AbortController();
  const waiting = lockContent(content, { signal: stop.signal, onWait: () => stop.abort() });
  await expect(waiting).rejects.toThrow('aborted');
});

test.each([
  ['the lock is a folder', '.content.lock', 'Make that file and its folder writable'],
  ['the folder is a file', 'content', 'there is a file instead of a folder'],
])('says what to do if %s', async (_what, name, message) => {
  await using folder = await tempFolder();
  if (name === 'content') await writeFile(join(folder.path, name), '');
  else await mkdir(join(folder.path, name));
  const content = join(folder.path, 'content', ...(name === 'content' ? ['below'] : []));
  await expect(lockContent(content, {})).rejects.toMatchObject({
    name: 'WaymarkError',
    message: expect.stringContaining(message),
  });
});
