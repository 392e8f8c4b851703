import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentLockFile, lockContent } from '../../src/store/lock.ts';
import { inMemory, tempFolder } from '../support/temp-folder.ts';

test('lies beside a folder, whether that is there yet or not, and leaves nothing in it', async () => {
  await using folder = await tempFolder();
  const content = join(folder.path, 'content');
  const place = join(folder.path, '.content.lock');
  expect(await contentLockFile(content)).toBe(place);
  await mkdir(content);
  expect(await contentLockFile(content)).toBe(place);
  (await lockContent(content, {}))[Symbol.dispose]();
  expect(await readdir(content)).toEqual([]);
});

test('is the same for a folder and a link to it', async () => {
  await using folder = await tempFolder();
  const [content, link] = [join(folder.path, 'content'), join(folder.path, 'link')];
  await mkdir(content);
  await symlink(content, link);
  expect(await contentLockFile(link)).toBe(await contentLockFile(content));
});

if (inMemory === '/dev/shm')
  test('lies in a folder that is a file system of its own', async () => {
    expect(await contentLockFile(inMemory)).toBe(join(inMemory, '.lock'));
  });

test('names who is in the way once, and waits for them', async () => {
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

test('waits no longer when it is told to stop', async () => {
  await using folder = await tempFolder();
  const content = join(folder.path, 'content');
  using _first = await lockContent(content, {});
  const stop = new AbortController();
  const waiting = lockContent(content, { signal: stop.signal, onWait: () => stop.abort() });
  await expect(waiting).rejects.toThrow('aborted');
});

test.each([
  ['the lock is a folder', '.content.lock', 'Make that file and its folder writable'],
  ['the folder is a file', 'content', 'a file is in place of a folder'],
])('says what to do where %s', async (_what, name, message) => {
  await using folder = await tempFolder();
  if (name === 'content') await writeFile(join(folder.path, name), '');
  else await mkdir(join(folder.path, name));
  const content = join(folder.path, 'content', ...(name === 'content' ? ['below'] : []));
  await expect(lockContent(content, {})).rejects.toMatchObject({
    name: 'WaymarkError',
    message: expect.stringContaining(message),
  });
});
