import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHosted } from '../../support/run-hosted.ts';
import { expectNoSecret, type RunningWebhook } from '../scripts/webhook-process.ts';
import { type Live, startLive } from './live.ts';

// These tests run in order, each on the state that the one before left. They read pages without a
// browser; `smoke.test.ts` follows the same path in one.

let live: Live;
let receiver: RunningWebhook;

beforeAll(async () => {
  live = await startLive(4);
  receiver = await live.startReceiver();
  await receiver.until({ running: false, lastSuccess: { kind: 'live' } });
});
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await live?.[Symbol.asyncDispose]();
});

test('a release that is published over the API appears on the site', async () => {
  expect(await titles()).toEqual(['Title of r-0']);
  await live.publish('r-1');
  await seen(['Title of r-1', 'Title of r-0']);
  expect(await (await fetch(`${live.site}releases/r-1/`)).text()).toContain('Body of r-1');
  await receiver.until({ queue: { count: 0 }, lastEvent: { type: 'release.published' } });
});

// `receiver/burst.long.test.ts` has a burst of 1,000 deliveries.
test('a burst of 100 deliveries starts at most three runs, after which its last release is live', async () => {
  const before = await logged('"run finished"');
  const taken = (await logged('"took an event"')).length;
  await live.publish('r-2');
  const early = Array.from({ length: 99 }, (_, n) => receiver.deliver(`msg_${n}`, 'r-1'));
  await live.publish('r-3');
  const answers = await Promise.all([...early, receiver.deliver('msg_99', 'r-3')]);
  expect(new Set(answers)).toEqual(new Set([202]));
  await seen(['Title of r-3', 'Title of r-2', 'Title of r-1', 'Title of r-0']);
  await receiver.until({ running: false, queue: { count: 0 } });
  const runs = (await logged('"run finished"')).length - before.length;
  // On a slow machine the deliveries may arrive as several bursts.
  const bursts = burstsOf((await logged('"took an event"')).slice(taken));
  expect(runs).toBeGreaterThan(0);
  expect(runs).toBeLessThanOrEqual(3 * bursts);
});

test('a withdrawn release disappears, and a rollback does not restore it without --force', async () => {
  await live.withdraw('r-1');
  // Withdrawing sends no event, so another event has to start the run.
  expect(await receiver.deliver('msg_other', 'r-2')).toBe(202);
  await seen(['Title of r-3', 'Title of r-2', 'Title of r-0']);
  const back = await runHosted('publish', { cwd: live.folder, args: ['rollback'] });
  expect(back).toMatchObject({ code: 1, stderr: expect.stringContaining('/releases/r-1/') });
  for (const path of ['releases/r-1/', 'releases/r-1.md'])
    expect((await fetch(live.site + path)).status, path).toBe(404);
  const index = await (await fetch(`${live.site}sitemap-index.xml`)).text();
  const sitemaps = Array.from(index.matchAll(/sitemap-\d+\.xml/g), String);
  expect(sitemaps.length).toBeGreaterThan(1);
  for (const path of ['', 'rss.xml', 'changelog.json', ...sitemaps])
    expect(await (await fetch(live.site + path)).text(), path).not.toContain('r-1');
});

test('after a rollback, a new release waits until publishing is resumed, and then goes live', async () => {
  const publish = (...args: string[]) => runHosted('publish', { cwd: live.folder, args });
  expect(await publish('rollback', '--force')).toMatchObject({ code: 0 });
  const before = ['Title of r-3', 'Title of r-2', 'Title of r-1', 'Title of r-0'];
  expect(await titles()).toEqual(before);
  const shown = basename(await readlink(live.outDir));
  await receiver.until({ lastSuccess: { kind: 'paused' }, generation: shown });
  await live.publish('r-4');
  await receiver.until({
    lastSuccess: { kind: 'paused' },
    queue: {
      count: 1,
      first: [{ release_id: 'r-4', why: expect.stringMatching(/Publishing is paused/) }],
    },
  });
  expect(await titles()).toEqual(before);
  expect(await publish('resume')).toMatchObject({ code: 0 });
  await seen(['Title of r-4', 'Title of r-3', 'Title of r-2', 'Title of r-0']);
  await receiver.until({ queue: { count: 0 }, lastSuccess: { kind: 'live' } });
});

test('neither status nor output of the receiver and the service contains a secret', async () => {
  const status = JSON.stringify(await receiver.status());
  receiver.process.kill('SIGTERM');
  live.service.process.kill('SIGTERM');
  const said = [await receiver.finished, await live.service.finished];
  expect(said[0]?.stderr).toContain('run finished');
  expect(said[1]?.stderr).toContain('tried to deliver an event');
  for (const text of [status, ...said.flatMap(({ stdout, stderr }) => [stdout, stderr])])
    expectNoSecret(text, live.env);
});

async function logged(text: string): Promise<string[]> {
  const [log] = await receiver.logged(/[\s\S]*/);
  return log.split('\n').filter((line) => line.includes(text));
}

/**
 * Counts bursts of events. Two seconds without an event, the receiver's quiet time, end a burst.
 */
function burstsOf(lines: string[]): number {
  const times = lines.map((line): number => JSON.parse(line).time);
  const gaps = times.filter((time, at) => time - (times[at - 1] ?? time) >= 2000);
  return gaps.length + 1;
}

/** Reads the home page until it lists the expected releases. */
function seen(expected: string[]): Promise<void> {
  return expect.poll(titles, { timeout: 50_000, interval: 200 }).toEqual(expected);
}

async function titles(): Promise<(string | undefined)[]> {
  const home = await (await fetch(live.site)).text();
  return [...home.matchAll(/<h2[^>]*><a[^>]*>([^<]*)</g)].map(([, title]) => title);
}
