import { resolve } from 'node:path';
import { expect, test } from 'vitest';
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

test.each(canMount ? Object.entries(ways) : [])(
  'build and publish report a cache folder that is %s, and change nothing',
  async (_what, mounted) => {
    await using it = await startSync();
    await it.run();
    for (const args of [[], ['--publish']]) {
      const { code, stderr } = await runCommand('build', {
        args,
        cwd: resolve(it.folder, '..'),
        env: { CONTENT_DIR: it.folder },
        within: [...inNamespace, mounted, 'sh'],
      });
      expect(code).toBe(1);
      expect(stderr).toContain(`The cache folder ${cache} cannot be written: `);
      expect(stderr).toContain('Make it writable for this user, or free some space');
      expect(stderr).not.toContain('    at ');
    }
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

test.each(canMount ? Object.values(ways) : [])(
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
