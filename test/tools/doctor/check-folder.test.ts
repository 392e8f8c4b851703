import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFolder, checkPlace } from '../../../src/tools/doctor/check-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a folder that is not there yet can be written where it would be made', async () => {
  await using folder = await tempFolder();
  expect(await checkFolder('.cache', join(folder.path, 'a/b'))).toMatchObject({ state: 'ok' });
  expect(await readdir(folder.path)).toEqual([]);
});

test('a folder of its own wants nothing beside it, and a place that is replaced does', async () => {
  // Nobody can make a folder there, root neither.
  const inProc = '/proc/self';
  await using folder = await tempFolder();
  await mkdir(join(folder.path, 'own'));
  expect(await checkFolder('.cache', join(folder.path, 'own'))).toMatchObject({ state: 'ok' });
  expect(await checkPlace('OUT_DIR', join(inProc, 'dist'))).toMatchObject({
    state: 'error',
    next: expect.stringContaining('choose another folder'),
  });
});

test('a file in the place of a folder leaves the one above it', async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, 'inbox.db'), '');
  const found = await checkPlace('WEBHOOK_INBOX', join(folder.path, 'inbox.db'));
  expect(found).toMatchObject({ state: 'ok' });
});
