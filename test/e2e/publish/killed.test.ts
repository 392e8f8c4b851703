// @module-tag soak

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { whyPaused } from '../../../src/publish/generations/state.ts';
import { expectWhole } from '../../publish/expect-whole.ts';
import { startReading } from '../../publish/reading.ts';
import { type Over, publishVersion, version, writeSite } from '../../publish/valid-site.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';

// A few kills in every test run; `npm run test:soak` makes many.
const kills = Number(process.env.SOAK_KILLS ?? 2);
const everyStep = process.env.SOAK_KILLS !== undefined;
const fewSteps = 2;

const publisher = fileURLToPath(new URL('../../publish/publisher.ts', import.meta.url));
const names = ['a', 'b', 'c', 'd'];

test(`over ${kills} kills at any moment, readers get complete pages of one version and no errors`, async () => {
  await using it = await startSites(tmpdir(), fillers(60));
  await using reading = startReading(join(it.folder, 'dist'));
  for (let kill = 0; kill < kills; kill += 1) {
    const child = startPublisher(it.folder);
    await once(child.stdout, 'data');
    // Multiples of the golden ratio spread the kills evenly, at the same moments in every run.
    await delay(((kill * 0.618_034) % 1) * 400);
    child.kill('SIGKILL');
    await once(child, 'close');
    await expectWhole(it.folder, names);
  }
  console.log(`${reading.reads} reads over ${kills} kills`);
  expect(reading.troubles).toEqual([]);
  expect(reading.reads).toBeGreaterThan(kills * 5);
}, 900_000);

type Way = [how: string, versions: string[], env: Record<string, string>];
const ways: Way[] = [
  ['each on its own', names, {}],
  // With this many versions, the folders of the first ones are used again.
  ['each from a spare', [...names, ...names], { SPARE: 'yes' }],
];

test.each(everyStep ? ways : ways.slice(1))(
  'killed before any change to the disk, %s, it leaves the old site or the new one',
  async (_, versions, env) => {
    await using it = await startSites(inMemory);
    await using counted = await it.copy();
    const publisher = startPublisher(counted.folder, { ...env, KILL_AT: '0' }, versions);
    const all = Number.parseInt(await lastLine(publisher), 10);
    const stride = everyStep ? 1 : Math.floor(all / fewSteps);
    for (let killAt = 1; killAt <= all; killAt += stride) {
      await using copy = await it.copy();
      await using reading = startReading(join(copy.folder, 'dist'));
      const child = startPublisher(copy.folder, { ...env, KILL_AT: `${killAt}` }, versions);
      const [, signal] = await once(child, 'close');
      expect(signal).toBe('SIGKILL');
      await expectWhole(copy.folder, names);
      expect(reading.troubles).toEqual([]);
    }
  },
  900_000,
);

test('killed while the link replaces a plain folder, the next run publishes', async () => {
  await using temp = await tempFolder(inMemory);
  const outDir = join(temp.path, 'dist');
  for (const name of names) await writeSite(join(temp.path, name), version(name, 'one'));
  await cp(join(temp.path, 'a'), outDir, { recursive: true });
  const child = startPublisher(temp.path, { KILL_ON: 'renameSync', KILL_AT: '2' });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  expect(await readdir(temp.path)).not.toContain('dist');
  await publishVersion(temp.path, 'a');
  await expectWhole(temp.path, names);
});

test('killed during a rollback, publishing is paused, so nothing undoes the rollback', async () => {
  await using it = await startSites(inMemory);
  // Three versions go live after the first, so the fourth link is that of the rollback.
  const child = startPublisher(it.folder, { KILL_ON: 'renameSync', KILL_AT: '4' });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  expect(await whyPaused(join(it.folder, 'dist'))).toContain('Publishing is paused');
});

/** Creates a folder with a published site, and sites of several versions to publish there. */
async function startSites(within: string, more: Over = {}) {
  const temp = await tempFolder(within);
  for (const name of names)
    await writeSite(join(temp.path, name), { ...version(name, 'one'), ...more });
  await publishVersion(temp.path, 'a');
  return {
    folder: temp.path,
    copy: async () => {
      const copy = await tempFolder(within);
      await cp(temp.path, copy.path, { recursive: true, verbatimSymlinks: true });
      return { folder: copy.path, [Symbol.asyncDispose]: () => copy[Symbol.asyncDispose]() };
    },
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

/** Additional pages, which make copying take a while. */
function fillers(count: number): Over {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`page/${n}/index.html`, `<p>${n}</p>`]),
  );
}

function startPublisher(folder: string, env: Record<string, string> = {}, versions = names) {
  return spawn(process.execPath, [publisher, folder, ...versions], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function lastLine({ stdout }: Pick<ChildProcess, 'stdout'>): Promise<string> {
  return stdout ? ((await text(stdout)).trim().split('\n').at(-1) ?? '') : '';
}
