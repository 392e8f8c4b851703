import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { expectWhole } from '../../publish/expect-whole.ts';
import { publishedState } from '../../publish/published-state.ts';
import { type Over, publishVersion, version, writeSite } from '../../publish/valid-site.ts';
import { canMount, runOnOwnDisk } from '../../support/own-disk.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';

const publisher = fileURLToPath(new URL('../../publish/publisher.ts', import.meta.url));
const onOwnDisk = fileURLToPath(new URL('full-disk.ts', import.meta.url));
const names = ['a', 'b'];

/** Limit for the size of a file, in units of 512 bytes; any user may set it for a process. */
const fileLimit = 16;
/** A page with a long name, which takes space in the manifest, and hardly any text. */
const page = (n: number) => [`page/${n}-${'x'.repeat(200)}/index.html`, '<p>page</p>'] as const;

test.each<[string, (name: string) => Over]>([
  // Built files are linked; only files that readers of the old site may still need are copied.
  ['a file of the site', (name) => ({ [`_astro/large.${name}.css`]: 'b'.repeat(100_000) })],
  ['the manifest', () => Object.fromEntries(Array.from({ length: 50 }, (_, n) => page(n)))],
])('without space for %s, keeps the old site, says so, and recovers', async (_what, more) => {
  await using folder = await tempFolder(inMemory);
  for (const name of names)
    await writeSite(join(folder.path, name), { ...version(name, 'one'), ...more(name) });
  await publishVersion(folder.path, 'a');
  const before = await publishedState(folder.path);
  const publishing = promisify(execFile)(
    'sh',
    [
      ...['-c', `ulimit -f ${fileLimit} && exec "$0" "$@"`, process.execPath],
      ...[publisher, folder.path, 'b'],
    ],
    { env: { PATH: process.env.PATH, KILL_AT: '0' } },
  );
  await expect(publishing).rejects.toMatchObject({
    stderr: expect.stringMatching(/could not be moved to .*dist: EFBIG.*\n.*old site stays/),
  });
  expect(await publishedState(folder.path)).toEqual(before);
  await expectWhole(folder.path, names);
});

test.each(canMount ? ['full', 'almost full'] : [])(
  'on a disk that is %s, keeps the old site and recovers when there is space',
  async (how) => {
    expect(await runOnOwnDisk(onOwnDisk, '1m', [how])).toMatch(/^held out (\d+) times\n$/);
  },
);
