// @module-tag soak

import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { release, sample } from '../../service/sample.ts';
import { runCommand } from '../../support/command.ts';
import { canMount } from '../../support/own-disk.ts';
import { startSync } from '../../sync/run-sync.ts';
import { startSurroundings, startWebhook } from '../scripts/webhook-process.ts';

const cache = resolve('.cache');
const inNamespace = ['unshare', '--map-root-user', '--mount', 'sh', '-c'];
const ways = {
  'a disk that may only be read': `mount -t tmpfs -o ro tmpfs ${cache} && exec "$@"`,
  'a file': `mount -t tmpfs tmpfs ${cache} && touch ${cache}/builds && exec "$@"`,
};

// Each command and each way once; the soak run tests all pairs.
const isSoak = process.env.SOAK_RUNS !== undefined;
const [build, publish] = [[], ['--publish']];
const pairs: [args: string[], way: keyof typeof ways][] = [
  [build, 'a disk that may only be read'],
  [publish, 'a file'],
  ...(isSoak
    ? ([
        [publish, 'a disk that may only be read'],
        [build, 'a file'],
      ] satisfies [string[], keyof typeof ways][])
    : []),
];

test.each(canMount ? pairs : [])(
  'a build with %j reports a cache folder that is %s, and changes nothing',
  async (args, way) => {
    await using it = await startSync();
    await it.run();
    const { code, stderr } = await runCommand('build', {
      args,
      cwd: resolve(it.folder, '..'),
      env: { CONTENT_DIR: it.folder },
      within: [...inNamespace, ways[way], 'sh'],
    });
    expect(code).toBe(1);
    expect(stderr).toContain(`The cache folder ${cache} cannot be written: `);
    expect(stderr).toContain('Make it writable for this user, or free some space');
    expect(stderr).not.toContain('    at ');
  },
);

test.each(canMount ? ['sync'] : [])(
  '%s writes all content and reports a cache folder on a read-only disk',
  async (name) => {
    await using it = await startSync();
    const cwd = resolve(it.folder, '..');
    const own = resolve(cwd, '.cache');
    const mounted = `mkdir ${own} && mount -t tmpfs -o ro tmpfs ${own} && exec "$@"`;
    const { code, stdout } = await runCommand(name as 'sync', {
      cwd,
      env: { API_BASE_URL: it.api.url, API_KEY: 'wm_k' },
      within: [...inNamespace, mounted, 'sh'],
    });
    expect(code).toBe(0);
    expect(stdout).toContain(
      `the cache folder ${own}/sync is not writable: it is on a read-only disk (EROFS). Make it writable for this user.`,
    );
    expect((await it.content()).workspace).toBeDefined();
  },
);

test.each(canMount ? Object.values(ways).slice(0, isSoak ? undefined : 1) : [])(
  'the receiver reports the cache folder in one sentence (%s)',
  async (mounted) => {
    await using around = await startSurroundings();
    const within = [...inNamespace, mounted, 'sh'];
    await using it = await startWebhook(around, { WEBHOOK_ACTION: 'local' }, within);
    const said = `The cache folder ${cache} cannot be written: `;
    await it.logged(/"msg":"run failed"/);
    it.process.kill('SIGTERM');
    const { stderr } = await it.finished;
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('    at ');
  },
);

test.each(canMount ? ['preview'] : [])(
  'a %s is made with the kept renderer of a cache that can only be read, such as another user’s',
  async () => {
    const module = new URL('../../../scripts/service/site.ts', import.meta.url).href;
    const { workspace } = sample();
    const input = { release: release('r'), workspace, projects: [], files: [] };
    const program = `const { openSite } = await import('${module}');
      const { preview } = openSite(undefined, {});
      const { page } = await preview('key', async () => (${JSON.stringify(input)}));
      console.log(page.includes('<article'));`;
    const command = [process.execPath, '--input-type=module', '-e', program];
    const readOnly = `mount --bind ${cache} ${cache} && mount -o remount,bind,ro ${cache} && exec "$@"`;
    // The first one compiles the pages, if no other test did.
    for (const within of [[], [...inNamespace, readOnly, 'sh']]) {
      const [file = '', ...args] = [...within, ...command];
      expect((await promisify(execFile)(file, args)).stdout).toBe('true\n');
    }
  },
);
