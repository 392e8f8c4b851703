// @module-tag soak

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../support/scripted-server.ts';
import { expectNoSecret, type RunningWebhook } from '../scripts/webhook-process.ts';
import { type Live, startLive } from './live.ts';

// These tests mostly wait for the receiver's retries, so they run concurrently.

const live = { running: false, failing: false, lastSuccess: { kind: 'live' } };

test.concurrent('API errors and failing builds keep the old site, are reported, and recover without help', async () => {
  await using it = await startLive(1);
  await using api = await startSwitchable(it.env.API_BASE_URL);
  await using receiver = await it.startReceiver({ API_BASE_URL: api.url });
  await receiver.until(live);

  api.isDown = true;
  await it.publish('r-1');
  await receiver.until({
    failing: true,
    lastError: { message: expect.stringMatching(/status 500/) },
  });
  expect(await home(it)).not.toContain('Title of r-1');
  api.isDown = false;
  await receiver.until(live);
  expect(await home(it)).toContain('Title of r-1');

  const config = join(it.folder, 'site.config.ts');
  await writeFile(config, `throw new Error('the logo is missing');`);
  await receiver.deliver('msg_1', 'r-1');
  await receiver.until({
    failing: true,
    lastError: { message: expect.stringMatching(/the logo is missing/) },
  });
  expect(await home(it)).toContain('Title of r-1');
  // Valid where the receiver reads it, and invalid where Astro does. The changed policy makes Astro
  // compile again.
  const head = `[{ tag: 'script', attributes: { src: 'https://example.com/a.js' } }]`;
  const name = `process.env.BOUND_LOCK ? 7 : 'News'`;
  await writeFile(config, `export default { name: ${name}, head: ${head} };`);
  // A new event starts a run at once, without waiting for the retry.
  await receiver.deliver('msg_2', 'r-1');
  await receiver.until({
    failing: true,
    lastError: { message: expect.stringMatching(/could not be built[\s\S]*site\.config\.ts/) },
  });
  expect(await home(it)).toContain('Title of r-1');
  await writeFile(config, `export default { name: 'News', show: { roadmap: false } };`);
  await receiver.until(live);
  expect(await home(it)).toContain('News');
  await expectSilent(receiver, it);
}, 240_000);

const ownDisk = ['unshare', '--map-root-user', '--mount', 'sh', '-c'];
const canMount = (() => {
  const [program = '', ...args] = ownDisk;
  try {
    execFileSync(program, [...args, 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

// Runs on its own tmpfs in a mount namespace, if the system allows that.
test.concurrent.each(canMount ? ['full'] : [])(
  'a %s disk keeps the old site, is reported, and publishing recovers once there is space',
  async () => {
    await using it = await startLive(1);
    const mount = 'mount -t tmpfs -o size=24m tmpfs "$0" && exec "$@"';
    const disk = join(it.folder, 'disk');
    await mkdir(disk);
    const env = {
      OUT_DIR: 'disk/dist',
      CONTENT_DIR: 'disk/content',
      WEBHOOK_INBOX: 'disk/inbox.db',
    };
    await using receiver = await it.startReceiver(env, [...ownDisk, mount, disk]);
    await receiver.until(live);
    const inside = join('/proc', `${receiver.process.pid}`, 'root', disk);
    const shown = () => readFile(join(inside, 'dist/index.html'), 'utf8');
    const before = await shown();

    const ballast = join(inside, 'ballast');
    const { bavail, bsize } = await statfs(inside);
    await writeFile(ballast, Buffer.alloc(bavail * bsize));
    await it.publish('r-1');
    await receiver.until({
      failing: true,
      lastError: { message: expect.stringMatching(/disk\/content: .*\(ENOSPC\)[\s\S]*stays/) },
    });
    expect(await shown()).toBe(before);
    await rm(ballast);
    await receiver.until(live);
    expect(await shown()).toContain('Title of r-1');
    await expectSilent(receiver, it);
  },
  240_000,
);

/** A proxy in front of the API that answers everything with 500 while `isDown` is set. */
async function startSwitchable(api: string) {
  const state = { isDown: false };
  const server = await startServer((_path, _turn, { url = '', headers }) => {
    if (state.isDown) return Response.json({ error: 'no' }, { status: 500 });
    const { authorization = '' } = headers;
    // Asks for no compression: `fetch` would decompress the body, but keep its `content-encoding`.
    return fetch(api + url, { headers: { authorization, 'accept-encoding': 'identity' } });
  });
  return Object.assign(state, server);
}

async function home({ site }: Live): Promise<string> {
  const response = await fetch(site);
  expect(response.status).toBe(200);
  return response.text();
}

/** Checks that neither the receiver's status nor its output contains a secret. */
async function expectSilent(receiver: RunningWebhook, { env }: Live): Promise<void> {
  const status = JSON.stringify(await receiver.status());
  receiver.process.kill('SIGTERM');
  const { stdout, stderr } = await receiver.finished;
  expect(stderr).toContain('run failed');
  for (const text of [status, stdout, stderr]) expectNoSecret(text, env);
}
