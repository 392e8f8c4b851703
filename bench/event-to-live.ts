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

const rounds = 10;
/** How often the reader looks, in milliseconds. */
const pollMs = 100;

/** What passes between a publication over the API and a reader who sees it, in order. */
const parts = ['delivery', 'quiet time', 'sync', 'build', 'verify and flip', 'seen'] as const;
type Times = Record<(typeof parts)[number], number>;

export interface EventToLive {
  row: Row;
  /** Medians, in milliseconds. */
  parts: Times;
}

/**
 * How long it takes, of ten times, until a browser that loads the page again and again shows what
 * was published in a workspace of `count` releases: each program a process of its own, with the
 * settings that it has by default.
 */
export async function benchEventToLive(folder: string, count: number): Promise<EventToLive> {
  await using live = await startLive(rounds, generateDataSet(count));
  const receiver = await live.startReceiver();
  await using _receiver = receiver;
  await receiver.until(idle);
  const browser = await launchBrowser();
  await using _browser = { [Symbol.asyncDispose]: () => browser.close() };
  const page = await browser.newPage();
  const all: Times[] = [];
  for (let round = 1; round <= rounds; round += 1)
    all.push(await publishOnce(live, receiver, page, `r-${round}`));
  const workMs = median(all.map((times) => Object.values(times).reduce((a, b) => a + b)));
  const baselineMs = await timeBuild(live.folder, folder);
  return {
    row: {
      work: `from publishing over the API to a reader’s browser, ${count} releases`,
      baseline: 'build the same site in full',
      workMs,
      baselineMs,
      ratio: workMs / baselineMs,
    },
    parts: Object.fromEntries(
      parts.map((part) => [part, median(all.map((times) => times[part]))]),
    ) as Times,
  };
}

const idle = { running: false, queue: { count: 0 }, lastSuccess: { kind: 'live' } };

async function publishOnce(
  live: Live,
  receiver: RunningWebhook,
  page: Page,
  id: string,
): Promise<Times> {
  const asked = Date.now();
  await live.publish(id);
  do await delay(pollMs);
  while (!(await isShown(page, live.site, `Title of ${id}`)));
  const seen = Date.now();
  await receiver.until(idle);
  const [log] = await receiver.logged(/[\s\S]*/);
  const lines = log.split('\n').flatMap((line) => (line ? Line.parse(JSON.parse(line)) : []));
  const last = (msg: string) => lines.findLast((line) => line.msg === msg);
  const [took = Number.NaN, started = Number.NaN] = [
    last('took an event')?.time,
    last('run started')?.time,
  ];
  const { sync = 0, lookUp = 0, build = 0, publish = 0 } = last('run finished')?.parts ?? {};
  return {
    delivery: took - asked,
    'quiet time': started - took,
    sync: sync + lookUp,
    build,
    'verify and flip': publish,
    seen: seen - started - sync - lookUp - build - publish,
  };
}

const Line = z.object({
  time: z.number(),
  msg: z.string(),
  parts: z.record(z.string(), z.number()).optional(),
});

async function isShown(page: Page, site: string, title: string): Promise<boolean> {
  await page.goto(site);
  return (await page.getByText(title, { exact: true }).count()) > 0;
}

async function timeBuild(live: string, folder: string): Promise<number> {
  await using project = await copyProject(folder);
  const contentDir = join(live, 'content');
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1)
    times.push(await timed(() => buildContent(project, contentDir, ['--full'])));
  return median(times);
}
