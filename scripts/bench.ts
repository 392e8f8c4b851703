import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Option } from 'commander';
import { benchBuilds } from '../bench/builds.ts';
import { benchCards } from '../bench/cards.ts';
import { benchChangelogSource, benchConvert } from '../bench/convert.ts';
import { benchEventToLive, type EventToLive } from '../bench/event-to-live.ts';
import { benchFeeds } from '../bench/feeds.ts';
import { benchFilteredLists, benchLargeLists } from '../bench/filtered-lists.ts';
import { benchHostile } from '../bench/hostile.ts';
import { benchLighthouse } from '../bench/lighthouse.ts';
import { benchMarkdown } from '../bench/markdown.ts';
import { benchMemory } from '../bench/memory.ts';
import { benchReceiver } from '../bench/receiver.ts';
import { benchSearch } from '../bench/search.ts';
import { benchSearches } from '../bench/search-bytes.ts';
import { benchImports, benchService } from '../bench/service.ts';
import { benchFarApi } from '../bench/support/far-api.ts';
import type { Row } from '../bench/support/measure.ts';
import { readQueries } from '../bench/support/search-queries.ts';
import { benchWholePath } from '../bench/whole-path.ts';
import { describeMachine, formatResults, type Result } from './terminal/bench-tables.ts';
import { toCount } from './terminal/numbers.ts';
import { commandNamed, run } from './terminal/run.ts';

interface Options {
  folder: string;
  releases: number;
  rounds: number;
  /** File of search queries with expected results; by default the file in this repository. */
  data?: string;
}

const parts: Record<string, (options: Options) => Promise<Result>> = {
  sync: async ({ folder, releases, rounds }) => ({
    rows: [
      ...(await benchWholePath(folder, releases, rounds)),
      await benchFarApi(join(folder, 'far'), releases, rounds),
    ],
  }),
  service: async ({ folder, releases, rounds }) => ({
    rows: [
      ...(await benchService(folder, releases * 10, rounds)),
      ...(await benchFilteredLists(folder, rounds)),
      ...(await benchLargeLists(folder, rounds)),
    ],
  }),
  imports: async ({ folder, releases, rounds }) => ({
    rows: [await benchImports(folder, releases * 50, rounds)],
  }),
  hostile: async ({ folder, rounds }) => ({ rows: await benchHostile(folder, rounds) }),
  convert: async ({ folder, releases, rounds }) => ({
    rows: [
      await benchConvert(releases * 10, rounds),
      await benchChangelogSource(folder, releases * 10, rounds),
    ],
  }),
  builds: async ({ folder, releases, rounds }) => {
    const rows: Row[] = [];
    const peaks: Record<string, number> = {};
    for (const count of [releases / 10, releases, releases * 10]) {
      const own = join(folder, `builds-${count}`);
      await mkdir(own);
      const contentDir = join(own, 'content');
      peaks[`first sync of ${count} releases`] = await benchMemory(own, contentDir, count);
      const builds = await benchBuilds(own, contentDir, rounds);
      rows.push(...builds.rows);
      peaks[`full build of ${count} releases`] = builds.megabytes;
      await rm(own, { recursive: true });
    }
    return { rows, peaks };
  },
  feeds: async ({ folder, releases, rounds }) => {
    const contentDir = join(folder, 'feeds-content');
    await benchMemory(folder, contentDir, releases * 10);
    const search = await benchSearch(contentDir, rounds);
    const markdown = await benchMarkdown(contentDir, rounds);
    return { rows: [...(await benchFeeds(folder, contentDir)), search, markdown] };
  },
  cards: async ({ folder, releases, rounds }) => {
    const contentDir = join(folder, 'cards-content');
    await benchMemory(folder, contentDir, releases * 10);
    return { rows: await benchCards(folder, contentDir, rounds) };
  },
  search: async ({ folder, releases, data }) => {
    const generated = async () => {
      const contentDir = join(folder, 'search-content');
      // With the search corpus and the sample, about three times `releases`.
      await benchMemory(folder, contentDir, Math.round(releases * 2.77));
      return contentDir;
    };
    return benchSearches(folder, generated, await readQueries(data));
  },
  live: async ({ folder, releases }) => {
    const parts: Record<string, EventToLive> = {};
    for (const count of [releases / 10, releases, releases * 10])
      parts[`${count} releases`] = await benchEventToLive(folder, count);
    const peaks = Object.entries(parts).map(([work, { idle }]) => [
      `worker without work, ${work}`,
      idle,
    ]);
    const rows = Object.values(parts).flatMap((live) => live.rows);
    return { rows, parts, peaks: Object.fromEntries(peaks) };
  },
  receiver: async ({ releases }) => ({
    peaks: { [`receiver of ${releases * 3} releases`]: await benchReceiver(releases * 3) },
  }),
  lighthouse: async ({ folder }) => ({ scores: await benchLighthouse(join(folder, 'lighthouse')) }),
};

await run(async () => {
  const { json, only, ...options } = commandNamed('bench')
    .description(
      'Measures how long parts of Waymark take, relative to a baseline measured in the same run.',
    )
    .option(
      '--rounds <n>',
      'number of rounds after the warm-up; the table shows medians',
      toCount,
      3,
    )
    .option(
      '--releases <n>',
      'number of releases; some benchmarks use ten times as many',
      toCount,
      1000,
    )
    .addOption(new Option('--only <part>', 'a part of it alone').choices(Object.keys(parts)))
    .option('--data <file>', 'a list of queries with expected results, for `search`')
    .option('--json', 'print one JSON document', false)
    .parse()
    .opts<Omit<Options, 'folder'> & { json: boolean; only?: string }>();
  // Uses a folder in memory if available, so that results do not depend on the speed of the disk.
  const memory = '/dev/shm';
  const parent = existsSync(memory) ? memory : tmpdir();
  await using folder = await mkdtempDisposable(join(parent, 'waymark-bench-'));
  const results: Result[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && name !== only) continue;
    console.error(`▸ ${name}`);
    results.push(await part({ folder: folder.path, ...options }));
  }
  console.log(
    json
      ? JSON.stringify({ machine: describeMachine(), results }, null, 2)
      : formatResults(results),
  );
});
