// @module-tag soak

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lockContent } from '../../../src/store/lock.ts';
import { readConsistently } from '../../../src/store/read/read-consistently.ts';
import { readContent } from '../../../src/store/read/read-content.ts';
import { type Running, startCommand } from '../../support/command.ts';
import { filesIn, withoutReleaseLog } from '../../support/files-in.ts';
import { randomFrom } from '../../support/random-from.ts';
import { releaseRow, workspace } from '../../support/rows.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runSync, startSync } from '../../sync/run-sync.ts';
import { startWebhook } from '../scripts/webhook-process.ts';
import { withoutCards } from '../whole-path/written-site.ts';

// A few rounds in every test run; `npm run test:soak` makes many, with builds in each.
const rounds = Number(process.env.SOAK_ROUNDS ?? 2);
const isSoak = process.env.SOAK_ROUNDS !== undefined;
const entries = isSoak ? 120 : 60;

/**
 * In each version a different tenth of the releases is private; the others contain the version's
 * number.
 */
const rowsOf = (version: number) =>
  Array.from({ length: entries }, (_, n) =>
    releaseRow(`r-${n}`, {
      body: `<p>version-${version}</p>`,
      is_public: n % 10 !== version % 10,
    }),
  );

test('two first syncs at once leave the same content as one alone', async () => {
  await using alone = await startSync({ releases: rowsOf(0) });
  await alone.run();
  await using folder = await tempFolder();
  for (const turn of isSoak ? [1, 2, 3] : [1]) {
    const content = join(folder.path, `${turn}`, 'content');
    await Promise.all([runSync(alone.api.url, content), runSync(alone.api.url, content)]);
    expect(await filesIn(content)).toEqual(await filesIn(alone.folder));
  }
});

test('a sync that had to wait reads the workspace again', async () => {
  await using it = await startSync();
  const other = await lockContent(it.folder, {});
  await it.run({
    onWait: () => {
      it.script.workspace = { ...workspace, name: 'Renamed meanwhile' };
      other[Symbol.dispose]();
    },
  });
  expect((await it.content()).workspace?.name).toBe('Renamed meanwhile');
});

test('concurrent syncs, builds and kills leave the content of a single sync', async () => {
  await using alone = await startSync();
  await using folder = await tempFolder();
  const around = surroundings(alone.api.url, folder.path);
  await writeFile(around.siteConfig, `export default ${JSON.stringify(withoutCards)};\n`);
  const random = randomFrom(3);
  for (let version = 1; version <= rounds; version += 1) {
    alone.script.releases = rowsOf(version);
    await alone.run({ now: new Date() });
    await playRound(around, random, version);
    expect(withoutReleaseLog(await filesIn(around.content)), `version ${version}`).toEqual(
      withoutReleaseLog(await filesIn(alone.folder)),
    );
  }
}, 1_800_000);

function surroundings(api: string, folder: string) {
  const siteConfig = join(folder, 'site.config.ts');
  return {
    folder,
    content: join(folder, 'content'),
    siteConfig,
    env: {
      SITE_CONFIG: siteConfig,
      // The same address as in other tests, which can then share the compiled renderer.
      SITE_URL: 'https://example.com',
      API_BASE_URL: api,
      API_KEY: 'k',
      WEBHOOK_SECRET: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
      WEBHOOK_PORT: '0',
      WEBHOOK_ACTION: 'hook',
      // Nobody listens at this address; the calls do not matter here.
      DEPLOY_HOOKS: 'http://127.0.0.1:9/hook',
    },
  };
}
type Around = ReturnType<typeof surroundings>;

/** Runs syncs, a receiver and perhaps a build at once, and kills some of them at random moments. */
async function playRound(around: Around, random: () => number, version: number): Promise<void> {
  const { folder: cwd, content, env } = around;
  const killed = async (running: Promise<Running>) => {
    const { process, finished } = await running;
    await delay(random() * 1500);
    process.kill('SIGKILL');
    await finished;
  };
  const sync = async (after = 0) => {
    await delay(random() * after);
    return startCommand('sync', { cwd, env });
  };
  // Builds take longest, so a normal test run has one, and a soak run has one in each round.
  const builds = version > 1 && (version === 2 || isSoak);
  const reading = new AbortController();
  const reads = readUntil(content, reading.signal);
  try {
    await Promise.all([
      ...[expectDone(sync(600)), killed(sync()), killed(sync(600))],
      ...(isSoak ? [expectDone(sync())] : []),
      ...[killed(startWebhook({ folder: cwd, env })), ...(builds ? [expectBuilt(around)] : [])],
    ]);
  } finally {
    reading.abort();
    await reads;
  }
}

async function expectDone(running: Promise<Running>): Promise<void> {
  const { finished } = await running;
  expect(await finished).toMatchObject({ code: 0 });
}

/** Reads the content repeatedly and expects exactly one complete version. */
async function readUntil(content: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { releases } = await readConsistently(content, {}, () => readContent(content));
    expectOneVersion([...releases.values()].map(({ body }) => body));
    await delay(20);
  }
}

async function expectBuilt({ folder: cwd, env }: Around): Promise<void> {
  const out = join(cwd, 'dist');
  const { code, stderr } = await startCommand('build', { cwd, env }).finished;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const slugs = (await readdir(join(out, 'releases'))).filter((name) => /^r-\d+$/.test(name));
  expectOneVersion(
    await Promise.all(
      slugs.map((slug) => readFile(join(out, 'releases', slug, 'index.html'), 'utf8')),
    ),
  );
}

function expectOneVersion(texts: string[]): void {
  const versions = texts.map((text) => /version-\d+/.exec(text)?.[0]);
  expect(new Set(versions).size).toBe(texts.length === 0 ? 0 : 1);
  expect([0, (entries * 9) / 10]).toContain(texts.length);
}
