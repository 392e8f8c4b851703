import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchEventToLive, type EventToLive } from './bench/event-to-live.ts';
import { benchFarApi } from './bench/far-api.ts';
import { benchFeeds } from './bench/feeds.ts';
import { benchLighthouse, type Scores } from './bench/lighthouse.ts';
import type { Row } from './bench/measure.ts';
import { benchMemory } from './bench/memory.ts';
import { benchService } from './bench/service.ts';
import { benchWholePath } from './bench/whole-path.ts';
import { commandNamed, run } from './run.ts';

await run(async () => {
  const { json, rounds, releases } = commandNamed('npm run bench --')
    .description('Times the work of Waymark, each as a ratio to a baseline timed in the same run.')
    .option('--rounds <n>', 'rounds after the warm-up; the table shows medians', Number, 3)
    .option('--releases <n>', 'how many releases to generate', Number, 1000)
    .option('--json', 'print one JSON document', false)
    .parse()
    .opts<{ json: boolean; rounds: number; releases: number }>();
  // Disks differ more than machines do.
  const memory = '/dev/shm';
  const folder = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), 'waymark-bench-'));
  try {
    const rows = [
      ...(await benchWholePath(folder, releases, rounds)),
      await benchFarApi(join(folder, 'far'), releases, rounds),
      ...(await benchService(folder, releases * 10, rounds)),
    ];
    const contentDir = join(folder, 'large-content');
    const memory = await benchMemory(folder, contentDir, releases * 10);
    rows.push(...(await benchFeeds(folder, contentDir)));
    const eventToLive = await benchEventToLive(join(folder, 'live'), Math.min(releases, 100));
    rows.push(eventToLive.row);
    const lighthouse = await benchLighthouse(join(folder, 'lighthouse'));
    const peak = { work: `first sync of ${releases * 10} releases`, megabytes: Math.round(memory) };
    if (json)
      console.log(
        JSON.stringify(
          { machine: machine(), rows, parts: eventToLive.parts, peak, lighthouse },
          null,
          2,
        ),
      );
    else
      console.log(
        [
          table(rows),
          partsOf(eventToLive),
          `Peak memory of a ${peak.work}: ${peak.megabytes} MB`,
          scores(lighthouse),
        ].join('\n\n'),
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return undefined;
});

function machine(): string {
  return `Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`;
}

function table(rows: Row[]): string {
  const lines = rows.map(
    ({ work, baseline, workMs, baselineMs, ratio }) =>
      `| ${work} | ${seconds(workMs)} | ${baseline} | ${seconds(baselineMs)} | ${ratio.toFixed(ratio < 1 ? 3 : 1)} |`,
  );
  return [
    machine(),
    '',
    '| work | takes | baseline | takes | ratio |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    'A ratio of 2 is twice the baseline’s time: of a server, half as many requests per second.',
  ].join('\n');
}

function partsOf({ row, parts }: EventToLive): string {
  const times = { ...parts, 'in all': row.workMs };
  return [
    `| medians of ten | ${Object.keys(times).join(' | ')} |`,
    `|---${'|---'.repeat(Object.keys(times).length)}|`,
    `| ${row.work} | ${Object.values(times).map(seconds).join(' | ')} |`,
  ].join('\n');
}

/** What Lighthouse gives pages of the bundled sample, as on a phone. */
function scores(pages: Scores[]): string {
  const lines = pages.map(
    (page) =>
      `| /${page.path} | ${page.performance} | ${page.accessibility} | ${page['best-practices']} | ${page.seo} |`,
  );
  return [
    '| Lighthouse | performance | accessibility | best practices | SEO |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
