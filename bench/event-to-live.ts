import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { RunningWebhook } from '../test/e2e/scripts/webhook-process.ts';
import { type Live, startLive } from '../test/e2e/whole-path/live.ts';
import { launchBrowser } from '../test/support/chromium.ts';
import { generateDataSet } from './support/generate.ts';
import { median, type Row, timed } from './support/measure.ts';
import { buildContent, copyProject } from './support/project.ts';

const rounds = 7;
/** How often the benchmark checks whether the reader would see the new release, in milliseconds. */
const pollMs = 20;

/** The phases between publishing over the API and a reader seeing the release, in order. */
const parts = ['delivery', 'sync', 'build', 'verify and flip', 'seen'] as const;
type Times = Record<(typeof parts)[number], number>;

export interface EventToLive {
  rows: Row[];
  /** Median duration of each phase, in milliseconds. */
  parts: Times;
  /** Memory of the idle worker, in megabytes. */
  idle: number;
}

/**
 * Measures how long it takes until a browser shows a release that was just published, in a
 * workspace of `count` releases. Every program runs as its own process with default settings. The
 * next release is published when everything has settled; the result is the median of several.
 */
export async function benchEventToLive(folder: string, count: number): Promise<EventToLive> {
  await using live = await startLive(rounds + 1, generateDataSet(count));
  const receiver = await live.startReceiver();
  await using _receiver = receiver;
  await walked(receiver, 0);
  const browser = await launchBrowser();
  await using _browser = { [Symbol.asyncDispose]: () => browser.close() };
  const page = await browser.newPage();
  // The first publication is a warm-up.
  await publishOnce(live, receiver, page, 'r-1');
  const all: Times[] = [];
  for (let round = 1; round <= rounds; round += 1)
    all.push(await publishOnce(live, receiver, page, `r-${round + 1}`));
  const times = Object.fromEntries(
    parts.map((part) => [part, median(all.map((one) => one[part]))]),
  ) as Times;
  const [seen, known] = [
    median(all.map((one) => sum(Object.values(one)))),
    median(all.map((one) => one.sync + one.build + one['verify and flip'])),
  ];
  const walks = (await linesOf(receiver)).filter(isWalk);
  const walkMs = median(walks.slice(1).map(({ parts }) => parts?.sync ?? Number.NaN));
  const megabytes = await workerMegabytes();
  const buildMs = await timeBuild(live.folder, folder);
  const row = (work: string, baseline: string, workMs: number, baselineMs: number): Row => ({
    work: `${work}, ${count} releases`,
    baseline,
    workMs,
    baselineMs,
    ratio: workMs / baselineMs,
  });
  const full = 'build the same site in full';
  return {
    rows: [
      row('from publishing over the API to a reader’s browser', full, seen, buildMs),
      row('one event, from known to live', full, known, buildMs),
      row('sync of one event', 'sync of everything, where nothing changed', times.sync, walkMs),
    ],
    parts: times,
    idle: megabytes,
  };
}

async function publishOnce(
  live: Live,
  receiver: RunningWebhook,
  page: Page,
  id: string,
): Promise<Times> {
  const walks = (await linesOf(receiver)).filter(isWalk).length;
  const asked = Date.now();
  await live.publish(id);
  // Polls by fetch: a browser that reloads all the time would take CPU time from the programs.
  do await delay(pollMs);
  while (!(await isServed(live.site, `Title of ${id}`)));
  while (!(await isShown(page, live.site, `Title of ${id}`)));
  const seen = Date.now();
  await walked(receiver, walks);
  const lines = await linesOf(receiver);
  const run = lines.findLast(({ msg, scope }) => msg === 'run finished' && scope === 'awaited');
  const started = lines.findLast(({ msg, scope }) => msg === 'run started' && scope === 'awaited');
  const { sync = 0, build = 0, publish = 0 } = run?.parts ?? {};
  const delivery = (started?.time ?? Number.NaN) - asked;
  return {
    delivery,
    sync,
    build,
    'verify and flip': publish,
    seen: seen - asked - delivery - sync - build - publish,
  };
}

const Line = z.object({
  time: z.number(),
  msg: z.string(),
  scope: z.string().optional(),
  parts: z.record(z.string(), z.number()).optional(),
});
type Line = z.infer<typeof Line>;

async function linesOf(receiver: RunningWebhook): Promise<Line[]> {
  const [log] = await receiver.logged(/[\s\S]*/);
  return log.split('\n').flatMap((line) => {
    const isLine = line.startsWith('{') && line.endsWith('}');
    return isLine ? Line.parse(JSON.parse(line)) : [];
  });
}

/** Waits until the receiver has finished one more full sync than `before`. */
async function walked(receiver: RunningWebhook, before: number): Promise<void> {
  while ((await linesOf(receiver)).filter(isWalk).length === before) await delay(200);
}

function isWalk({ msg, scope }: Line): boolean {
  return msg === 'run finished' && scope === 'everything';
}

async function isServed(site: string, title: string): Promise<boolean> {
  return (await (await fetch(site)).text()).includes(title);
}

async function isShown(page: Page, site: string, title: string): Promise<boolean> {
  await page.goto(site);
  return (await page.getByText(title, { exact: true }).count()) > 0;
}

/** Resident memory of the only running worker, read from Linux's `/proc`. */
async function workerMegabytes(): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    if (!(await read('cmdline')).includes('tools/worker/processes/worker.ts')) continue;
    const [, kilobytes] = (await read('status')).match(/^VmRSS:\s+(\d+)/m) ?? [];
    return Number(kilobytes) / 1024;
  }
  return Number.NaN;
}

async function timeBuild(live: string, folder: string): Promise<number> {
  await using project = await copyProject(folder);
  const contentDir = join(live, 'content');
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1)
    times.push(await timed(() => buildContent(project, contentDir, { args: ['--full'] })));
  return median(times);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}
