import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFolder, checkPlace } from '../../../src/tools/doctor/check-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a folder that does not exist yet is fine if it can be created', async () => {
  await using folder = await tempFolder();
  expect(await checkFolder('.cache', join(folder.path, 'a/b'))).toMatchObject({ state: 'ok' });
  expect(await readdir(folder.path)).toEqual([]);
});

test('a place that is replaced needs a writable parent, a folder that is only filled does not', async () => {
  // Not even root can create a folder there.
  const inProc = '/proc/self';
  await using folder = await tempFolder();
  await mkdir(join(folder.path, 'own'));
  expect(await checkFolder('.cache', join(folder.path, 'own'))).toMatchObject({ state: 'ok' });
  expect(await checkPlace('OUT_DIR', join(inProc, 'dist'))).toMatchObject({
    state: 'error',
    next: expect.stringContaining('choose another folder'),
  });
});

test('a file is fine if the folder around it is writable', async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, 'inbox.db'), '');
  const found = await checkPlace('WEBHOOK_INBOX', join(folder.path, 'inbox.db'));
  expect(found).toMatchObject({ state: 'ok' });
});
