import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { expectWhole } from '../../publish/expect-whole.ts';
import { publishedState } from '../../publish/published-state.ts';
import { publishVersion, version, writeSite } from '../../publish/valid-site.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';

const publisher = fileURLToPath(new URL('../../publish/publisher.ts', import.meta.url));
const names = ['a', 'b'];

async function startSites() {
  const folder = await tempFolder(inMemory);
  for (const name of names) await writeSite(join(folder.path, name), version(name, 'one'));
  return folder;
}

/** Publishes version b in a process in which the given change to the disk fails. */
function publishFailing(folder: string, on: string, at: number) {
  const env = { PATH: process.env.PATH, FAIL: '1', KILL_ON: on, KILL_AT: `${at}` };
  return promisify(execFile)(process.execPath, [publisher, folder, 'b'], { env });
}

test.each([
  ['copyFileSync', 1],
  // The first call creates the folder of the lock, before publishing has begun.
  ['mkdirSync', 2],
  ['mkdirSync', 3],
  ['open', 1],
  ['rename', 1],
  ['symlink', 1],
  ['renameSync', 1],
] as const)('keeps the old site and discards the new one when %s fails', async (on, at) => {
  await using folder = await startSites();
  await publishVersion(folder.path, 'a');
  const before = await publishedState(folder.path);
  await expect(publishFailing(folder.path, on, at)).rejects.toMatchObject({
    stderr: expect.stringMatching(/could not be moved to .*EIO.*\n.*The old site stays/),
  });
  expect(await publishedState(folder.path)).toEqual(before);
  await expectWhole(folder.path, names);
});

test('the site stays available when the link cannot replace a plain folder', async () => {
  await using folder = await startSites();
  await cp(join(folder.path, 'a'), join(folder.path, 'dist'), { recursive: true });
  await expect(publishFailing(folder.path, 'renameSync', 2)).rejects.toThrow('EIO');
  expect((await publishedState(folder.path))[0]).toHaveProperty('index.html');
  await expectWhole(folder.path, names);
});
