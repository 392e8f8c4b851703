import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bundledSample, sampleWorkspaceId } from '../../../src/model/api/workspace.ts';
import { releaseRow, workspace } from '../../support/rows.ts';
import { palettePng } from '../../sync/pictures.ts';
import { expectNoSecret, secrets, startSurroundings, startWebhook } from './webhook-process.ts';

// These tests mostly wait, so they run concurrently. Starting a receiver takes long, so each
// test takes one receiver through several situations.

test.concurrent('an event leads to one sync and one hook call, its replay to none; a release that lists show late is looked up again', async () => {
  await using around = await startSurroundings();
  const METRICS_TOKEN = 'c09a5e4826b1f7d3c09a5e4826b7f1d3';
  await using it = await startWebhook(around, { METRICS_TOKEN });
  await it.until({ running: false, lastSuccess: { kind: 'live' } });
  expect(around.hook.calls()).toBe(1);

  around.script.releases.push(releaseRow('r-1'));
  expect(await it.deliver('msg_1', 'r-1')).toBe(202);
  await it.until({ running: false, queue: { count: 0 } });
  expect(existsSync(join(around.folder, 'content/releases/r-1.json'))).toBe(true);
  expect(around.hook.calls()).toBe(2);

  expect(await it.deliver('msg_1', 'r-1')).toBe(200);
  expect(await it.deliver('msg_2', 'r-1')).toBe(202);
  await it.until({ running: false, queue: { count: 0 }, lastEvent: { id: 'msg_2' } });
  // No public entry changed, so no build is requested.
  expect(around.hook.calls()).toBe(2);

  around.script.releases.push(releaseRow('r-2'));
  around.script.unlisted.add('r-2');
  expect(await it.deliver('msg_3', 'r-2')).toBe(202);
  await it.until({
    queue: {
      count: 1,
      first: [{ looks: 1, why: expect.stringMatching(/not in the list yet/) }],
    },
  });
  around.script.unlisted.clear();
  await it.until({ queue: { count: 0 }, givenUp: [] });
  expect(existsSync(join(around.folder, 'content/releases/r-2.json'))).toBe(true);

  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${it.url}/metrics`, { headers })).text();
  expect(metrics).toContain('waymark_events_total{outcome="accepted"} 3');
  expect(metrics).toContain('waymark_events_total{outcome="known"} 1');
  expect(metrics).toMatch(
    /waymark_runs_total\{scope="everything",outcome="live"\} (?:[3-9]|\d{2})/,
  );
  expect(metrics).toMatch(
    /waymark_run_part_duration_seconds_count\{part="hooks"\} (?:[3-9]|\d{2})/,
  );
});

test.concurrent('texts go live while pictures stall, and the missing pictures follow later', async () => {
  await using around = await startSurroundings();
  const png = new Uint8Array(await palettePng());
  around.script.releases = Array.from({ length: 5 }, (_, n) =>
    releaseRow(`r-${n}`, { hero: { type: 'image', url: `/files/${n}.png` } }),
  );
  let syncs = 0;
  around.script.intercept = (path) => {
    if (path === '/v1/workspace') syncs += 1;
    if (!path.startsWith('/files/')) return undefined;
    // In the first sync no picture ever completes, so the first ones use up all the time.
    return syncs > 1 ? new Response(png) : new Response(new ReadableStream());
  };
  await using it = await startWebhook(around, { WEBHOOK_POLL_MINUTES: '0', ASSETS_SECONDS: '1' });
  await it.logged(
    /"concerns":\["\d (picture or file|pictures and files) could not be downloaded within 1 sec/,
  );
  await it.logged(/"concerns":\["Release /);
  await it.until({ running: false, lastSuccess: { kind: 'live' } });
  expect(around.hook.calls()).toBeGreaterThan(1);
  const kept = await readdir(join(around.folder, 'content/assets'));
  expect(kept).toHaveLength(1);
});

test.concurrent('a failed build is reported and retried; then the command runs, without secrets', async () => {
  await using around = await startSurroundings();
  around.script.releases = [releaseRow('r-0', { title: '更快的搜索' })];
  const seen = join(around.folder, 'seen');
  await writeFile(join(around.folder, 'srv'), 'a file where a folder has to be');
  await using it = await startWebhook(around, {
    WEBHOOK_ACTION: 'command',
    DEPLOY_COMMAND: `env >> ${seen}; ls "$OUT_DIR"; echo "key $(cat .env)"`,
    OUT_DIR: 'srv/dist',
    DEPLOY_HOOKS: '',
  });
  await it.until({ failing: true, lastError: { message: expect.stringMatching(/ENOTDIR/) } });
  await writeFile(join(around.folder, '.env'), `API_KEY=${secrets.API_KEY}\n`);
  await rm(join(around.folder, 'srv'));
  await it.until({ failing: false, lastSuccess: { kind: 'live' } });
  const { generation } = await it.status();
  const env = await readFile(seen, 'utf8');
  expect(env).toContain(`OUT_DIR=${join(around.folder, 'srv/dist')}\n`);
  expect(env).toContain(`GENERATION=${generation}\n`);
  expect(env).toMatch(/^PATH=/m);
  expectNoSecret(env, secrets);

  it.process.kill('SIGTERM');
  const { code, stderr } = await it.finished;
  expect(code).toBe(0);
  expect(stderr).toContain('"stdout":"index.html"');
  expect(stderr).toContain('"stdout":"key API_KEY=[secret]"');
  expect(stderr).toContain('"msg":"1 release has no card, because no font has');
});

test.concurrent('shows failures on /status while they last, does not publish the bundled sample, and shows no secret', async () => {
  await using around = await startSurroundings();
  const key = `${secrets.API_KEY} ${Buffer.from(`${secrets.API_KEY}:`).toString('base64')}`;
  around.script.intercept = () =>
    Response.json({ error: `The key ${key} is not known.` }, { status: 401 });
  const token = { DEPLOY_HOOK_TOKEN: 'github_pat_11AAAAAAA0123456789' };
  const env = { ...around.env, ...token, API_AUTH: 'basic', ASSETS: 'off' };
  await using it = await startWebhook(around, env);
  const slow = readUntilCutOff(it.url);
  // Killing the receiver after a failure may reset the connection.
  slow.catch(() => {});
  await it.until({
    failing: true,
    lastError: { message: expect.stringMatching(/status 401/) },
    lastSuccess: null,
  });

  // With ASSETS=off, the picture is not downloaded.
  const hero = { type: 'image', url: '/files/a.png' };
  around.script.releases = [releaseRow('r-0', { hero })];
  around.script.workspace = { ...workspace, id: sampleWorkspaceId, name: bundledSample.name };
  around.script.intercept = () => undefined;
  await it.until({
    failing: false,
    lastError: { failures: 0 },
    generation: null,
    lastSuccess: { kind: 'held', why: expect.stringMatching(/the unchanged sample data/) },
  });
  await it.logged(/"level":40,.*"msg":"nothing is published: .* workspace --name NAME/);
  expect(around.hook.calls()).toBe(0);
  expect(around.api.askedFor()).not.toContain(hero.url);

  around.script.workspace = { ...workspace, id: sampleWorkspaceId, name: 'Acme' };
  around.hook.answers.status = 500;
  await it.deliver('msg_1', 'r-0');
  await it.until({
    failing: true,
    lastError: { message: expect.stringMatching(/deploy hook 1 answered 500/) },
  });

  const pages = [JSON.stringify(await it.status())];
  const { WEBHOOK_TOKEN: opens, WEBHOOK_SECRET: signs } = secrets;
  for (const [path, init] of [
    ['/status', { headers: { authorization: `Bearer ${opens}x` } }],
    ['/nowhere', { headers: { authorization: `Bearer ${opens}` } }],
    ['/webhooks/release', { method: 'POST', headers: { 'webhook-id': signs }, body: signs }],
    [`/webhooks/release?token=${opens}`, { method: 'POST', headers: { 'webhook-id': 'x' } }],
    [`/${signs}`, {}],
  ] as const) {
    const response = await fetch(it.url + path, init);
    expect(response.status).toBeGreaterThanOrEqual(400);
    pages.push(JSON.stringify([...response.headers]) + (await response.text()));
  }
  const { answer, seconds } = await slow;
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(seconds).toBeGreaterThan(9.5);
  it.process.kill('SIGTERM');
  const { code, stdout, stderr } = await it.finished;
  expect(code).toBe(0);
  expect(stderr).toContain('run failed');
  for (const shown of [...pages, stdout, stderr]) expectNoSecret(shown, env);
});

/** Opens a connection, sends nothing, and reads until the receiver closes it. */
async function readUntilCutOff(url: string): Promise<{ answer: string; seconds: number }> {
  const started = performance.now();
  const answer = await text(connect(Number(new URL(url).port), '127.0.0.1'));
  return { answer, seconds: (performance.now() - started) / 1000 };
}
