// @module-tag soak

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { randomFrom } from '../../support/random-from.ts';
import { type FakeS3, startFakeS3 } from '../../support/s3/fake-s3.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import {
  type Files,
  publishTo,
  readSite,
  siteOf,
  writeSite,
} from '../../tools/bucket/mirror/bucket-world.ts';
import { deadLinks } from '../../tools/bucket/mirror/dead-links.ts';
import { withCredentials } from '../../tools/bucket/mirror/with-credentials.ts';

// A few kills with a small site in every test run; `npm run test:soak` uses many kills and 500
// files.
const kills = Number(process.env.SOAK_KILLS ?? 2);
const releases = process.env.SOAK_KILLS === undefined ? 20 : 245;

const publisher = fileURLToPath(
  new URL('../../tools/bucket/mirror/bucket-publisher.ts', import.meta.url),
);
const lock = '.waymark/lock.json';
const pastDue = 200_000;

withCredentials(beforeAll, afterAll);

let fake: FakeS3;
let folder: Awaited<ReturnType<typeof tempFolder>>;
beforeEach(async () => {
  fake = await startFakeS3();
  folder = await tempFolder(inMemory);
});
afterEach(async () => {
  await fake[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Sites in which every version changes all pages and lacks other releases. */
function versionOf(turn: number): Files {
  const slugs = Array.from({ length: releases }, (_, n) => `r${n}`);
  return siteOf(
    slugs.filter((_, n) => n % 7 !== turn % 7),
    `v${turn % 3}`,
  );
}

const written = async (name: string, files: Files) => {
  const path = join(folder.path, name);
  await writeSite(path, files);
  return path;
};

function start(site: string, seconds = 60): ChildProcess {
  return spawn(process.execPath, [publisher, site, fake.url, fake.bucket, `${seconds}`], {
    env: { ...process.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Calls `then` right after the n-th change of the bucket from now on. */
function atChange(n: number, then: () => void): void {
  let left = n;
  fake.onChange = () => {
    left -= 1;
    if (left === 0) then();
  };
}

test(`over ${kills} kills at any moment, no link is ever dead, and the next run completes the site`, async () => {
  const random = randomFrom(20_261_123);
  const troubles: string[] = [];
  let killed = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const child = start(await written('killed', versionOf(2 * kill + 1)));
    // Every version changes all pages and their Markdown, so this is a moment during the upload.
    const changes = 2 + Math.floor(random() * releases * 1.6);
    atChange(changes, () => child.kill('SIGKILL'));
    const watched = fake.onChange;
    fake.onChange = () => {
      watched();
      troubles.push(...deadLinks(fake));
    };
    const [, signal] = await once(child, 'close');
    if (signal === 'SIGKILL') killed += 1;
    fake.age(lock, pastDue);
    const next = await written('next', versionOf(2 * kill + 1 + (kill % 2)));
    await publish(next);
    expect(troubles).toEqual([]);
    expect(await differing(next)).toEqual([]);
  }
  expect(killed).toBe(kills);
}, 900_000);

test('two publishers at once take turns, and one complete site remains', async () => {
  const [one, two] = [await written('one', versionOf(0)), await written('two', versionOf(1))];
  const seen = Promise.withResolvers<void>();
  // No page is uploaded before the other publisher has found the lock taken.
  fake.fault = (method, key) => {
    if (method === 'GET' && key === lock && fake.objects.has(lock)) seen.resolve();
    const isPage = method === 'PUT' && key.startsWith('releases/');
    return isPage ? { kind: 'held', until: seen.promise } : undefined;
  };
  const children = [start(one), start(two)];
  const ended = await Promise.all(children.map((child) => once(child, 'close')));
  expect(ended.map(([code]) => code)).toEqual([0, 0]);
  const different = await Promise.all([one, two].map(differing));
  expect(different.filter(({ length }) => length === 0)).toHaveLength(1);
}, 120_000);

test('a publisher that was suspended past its lock stops, and the site of its successor is complete', async () => {
  await publish(await written('old', versionOf(0)));
  const [mine, theirs] = [
    await written('mine', versionOf(1)),
    await written('theirs', versionOf(2)),
  ];
  const child = start(mine, 1);
  let stopped = 0;
  await new Promise<void>((resolve) => {
    atChange(12, () => {
      child.kill('SIGSTOP');
      stopped = performance.now();
      resolve();
    });
  });
  fake.age(lock, pastDue);
  await publish(theirs);
  // Longer than the duration of its lock.
  await delay(Math.max(0, stopped + 1_100 - performance.now()));
  const said = child.stderr ? text(child.stderr) : '';
  child.kill('SIGCONT');
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect((await said).trim().split('\n')).toEqual([
    expect.stringMatching(
      /^Another process publishes to s3:\/\/changelog\/ now, because this process took too long/,
    ),
  ]);
  expect(await differing(theirs)).toEqual([]);
}, 120_000);

async function publish(site: string): Promise<void> {
  const read = await readSite(site);
  await publishTo(fake, { openSite: async () => read, allowMassDelete: true });
}

/** Keys with other bytes or headers than after publishing the site into an empty bucket. */
async function differing(site: string): Promise<string[]> {
  await using fresh = await startFakeS3();
  const read = await readSite(site);
  await publishTo(fresh, { openSite: async () => read });
  // Only old style sheets and scripts remain, for pages that are still open.
  const isPublic = (key: string) => !key.startsWith('.waymark/');
  const isLeft = (key: string) => key.startsWith('_astro/') && !fresh.objects.has(key);
  const keys = new Set([...fresh.objects.keys(), ...fake.objects.keys()]);
  return [...keys].filter((key) => {
    if (!isPublic(key) || isLeft(key)) return false;
    const [there, wanted] = [fake.objects.get(key), fresh.objects.get(key)];
    return (
      there?.body.toString() !== wanted?.body.toString() ||
      JSON.stringify(there?.headers) !== JSON.stringify(wanted?.headers)
    );
  });
}
