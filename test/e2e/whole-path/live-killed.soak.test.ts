// @module-tag soak

import { existsSync } from 'node:fs';
import { readdir, readlink, watch } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { randomFrom } from '../../support/random-from.ts';
import { expectNoSecret, type RunningWebhook } from '../scripts/webhook-process.ts';
import { type Live, startLive } from './live.ts';
import { startLiveReading } from './live-reading.ts';

type Part = 'acknowledged' | 'sync' | 'build' | 'verify' | 'flip';
const parts: Part[] = ['build', 'flip', 'acknowledged', 'sync', 'verify'];
const kills = Number(process.env.SOAK_KILLS ?? parts.length);

/** Approximate duration of the phases that are killed in the middle, in milliseconds. */
const lengths = { sync: 40, build: 2000, verify: 40 };

test(`killed ${kills} times during runs, the receiver publishes each release without readers noticing`, async () => {
  await using live = await startLive(kills);
  const random = randomFrom(7);
  await firstRun(live);
  await using reading = startLiveReading(live.site);
  const said: string[] = [];
  const killed: Record<string, number> = {};

  for (let kill = 0; kill < kills; kill += 1) {
    await using receiver = await live.startReceiver();
    await live.publish(`r-${kill + 1}`);
    const part = parts[kill % parts.length] as Part;
    await reach[part](receiver, live, random);
    receiver.process.kill('SIGKILL');
    const { stdout, stderr } = await receiver.finished;
    said.push(stdout, stderr);
    const during = await partOf(stderr, live);
    killed[during] = (killed[during] ?? 0) + 1;
  }

  await using receiver = await live.startReceiver();
  const newest = `${live.site}releases/r-${kills}/`;
  await expect.poll(async () => (await fetch(newest)).status, { timeout: 60_000 }).toBe(200);
  await receiver.until({ queue: { count: 0 }, givenUp: [], running: false, failing: false });
  await reading[Symbol.asyncDispose]();
  console.log(`${reading.reads} reads, killed during`, killed);
  expect(reading.troubles).toEqual([]);
  expect(reading.reads).toBeGreaterThan(kills * 5);
  for (let id = 0; id <= kills; id += 1)
    expect((await fetch(`${live.site}releases/r-${id}/`)).status, `r-${id}`).toBe(200);
  expect(
    (await readdir(live.generations)).filter((name) => /^\.(?!lock|state)/.test(name)),
  ).toEqual([]);
  for (const text of said) expectNoSecret(text, live.env);
}, 1_800_000);

async function firstRun(live: Live): Promise<void> {
  await using receiver = await live.startReceiver();
  await receiver.until({ running: false, lastSuccess: { kind: 'live' } });
}

type Reach = (receiver: RunningWebhook, live: Live, random: () => number) => Promise<unknown>;

/** Waits for a moment in a phase of a run, after an event was acknowledged. */
const reach: Record<Part, Reach> = {
  acknowledged: (receiver, _live, random) => took(receiver).then(() => delay(random() * 5)),
  sync: async (receiver, _live, random) => {
    await took(receiver);
    // The first run has finished its sync long before the event arrives.
    await receiver.logged(/"run started"[\s\S]*"run started"/);
    await delay(random() * lengths.sync);
  },
  build: async (receiver, _live, random) => {
    await took(receiver);
    await receiver.logged(/"synced"/);
    await delay(random() * lengths.build);
  },
  verify: async (receiver, { generations }, random) => {
    await took(receiver);
    await appears(generations, (name) => name === '.next');
    await delay(random() * lengths.verify);
  },
  flip: async (receiver, { generations }, random) => {
    await took(receiver);
    // The last two files that are created before the new generation goes live.
    const last = random() < 0.5 ? /^\d\w+Z-\w+\.json$/ : /^\d\w+Z-\w+$/;
    await appears(generations, (name) => last.test(name));
  },
};

const took = (receiver: RunningWebhook) => receiver.logged(/"took an event"/);

/** Waits until a file with a matching name is created in a folder. */
async function appears(folder: string, isIt: (name: string) => boolean): Promise<void> {
  for await (const { filename } of watch(folder))
    if (filename && isIt(filename) && existsSync(join(folder, filename))) return;
}

/** The phase in which the receiver with this log was killed. */
async function partOf(log: string, { generations, outDir }: Live): Promise<string> {
  const [, run] = log.match(/[\s\S]*"run started"([\s\S]*)/) ?? [];
  if (run === undefined || /"run (?:finished|failed)"/.test(run)) return 'between runs';
  if (!run.includes('"synced"')) return 'sync';
  if (existsSync(join(generations, '.next'))) return 'verify';
  const names = (await readdir(generations)).filter((name) => /^\d.*json$/.test(name)).sort();
  return names.at(-1) === `${basename(await readlink(outDir))}.json` ? 'build' : 'flip';
}
