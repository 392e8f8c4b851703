// @module-tag soak

import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from '../../../bench/support/project.ts';
import { paths } from '../../../src/site/base/urls.ts';
import { eventually } from '../../support/eventually.ts';
import { changes } from '../incremental/changes.ts';
import { copyProjectOfWorlds, maxCards } from '../incremental/site-of-world.ts';
import { firstWorld, type World } from '../incremental/world.ts';
import { apiKey, isRunning, startReceiver } from './start-receiver.ts';
import { expectAsClean, publishElsewhere, siteOf } from './worker-site.ts';

// The tests share one site and run in order. Each begins with a worker that is ready.

let project: Project;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let world: World;
let number = 0;

beforeAll(async () => {
  project = await copyProjectOfWorlds();
  world = firstWorld();
  receiver = await startReceiver(project, await siteOf(project, world));
  await receiver.build();
  await receiver.start();
  // The worker is ready once this publication has ended.
  await receiver.publish();
});
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await project?.[Symbol.asyncDispose]();
});

/** Applies a change to the site. */
function change(name: string) {
  number += 1;
  changes[name]?.(world, () => 0.4, number);
  return siteOf(project, world);
}

const live = { outcome: { kind: 'live', generation: expect.any(String) } };

test('reports releases whose card cannot be drawn', async () => {
  // Only the newest releases have cards.
  const release = world.releases.at(-1);
  if (release) release.title = '更快的搜索';
  await siteOf(project, world);
  expect(await receiver.publish()).toMatchObject({
    ...live,
    notes: [expect.stringContaining('“更快的搜索”')],
  });
  if (release) release.title = 'Faster search';
});

test('several publications, also by another process, give the same site as a clean build', async () => {
  const names = [
    'edits a release',
    'adds a label to a release',
    'removes a release',
    'adds a milestone',
  ];
  // The oldest of the releases with cards is no neighbour of a new one.
  const oldest = world.releases.at(-maxCards)?.slug ?? '';
  expect(await imageOf(oldest)).toMatch(/^cards\//);
  for (const name of names) {
    await change(name);
    expect(await receiver.publish(), name).toMatchObject(live);
  }
  await publishElsewhere(project, await change('gives a release another title and address'));
  const site = await change('adds the newest release');
  expect(await receiver.publish()).toMatchObject(live);
  expect(await imageOf(oldest)).toBe(paths.shareImage());
  const drawn = await cachedPictures();
  await expectAsClean(project, site, [...names, 'adds the newest release'].join(', '));
  // The clean build uses the cached pictures: the cards, and the site's own picture and icon.
  expect(await cachedPictures()).toEqual(drawn);
  const types = drawn.map(([name]) => extname(name));
  expect([...new Set(types)].sort()).toEqual(['.ico', '.jpg', '.png']);
});

/** Path of the sharing picture on a release's page. */
async function imageOf(slug: string): Promise<string> {
  const page = join(project.folder, 'live/dist', paths.release(slug), 'index.html');
  const image = /<meta property="og:image" content="https:\/\/example.com\/([^"]+)"/;
  return image.exec(await readFile(page, 'utf8'))?.[1] ?? '';
}

/** Cached pictures, each with its inode, which changes when the file is written again. */
async function cachedPictures(): Promise<[name: string, inode: number][]> {
  const folder = join(project.folder, '.cache/cards');
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).ino]));
}

// Compiling other code takes long, and other settings have the same effect. `own-look.long.test.ts`
// checks that other code gives another fingerprint.
const outdating: Record<string, () => void> = {
  'other settings': () => {
    world.config = { ...world.config, pageSize: 6 };
  },
  ...(process.env.SOAK_RUNS && {
    'other code': () => changes['changes the code']?.(world, () => 0.4, 1),
  }),
};

test.each(Object.entries(outdating))(
  'a worker with %s than the site ends; a separate build publishes, and a new worker replaces it',
  async (name, outdate) => {
    const before = receiver.pid();
    outdate();
    await siteOf(project, world);
    const { outcome, error } = (await receiver.publish()) ?? {};
    expect([outcome, error]).toEqual([undefined, undefined]);
    await eventually(() => isRunning(before)).toBe(false);
    expect(await receiver.build()).toMatchObject(live);
    await receiver.start();
    const next = await change('edits a release');
    expect(await receiver.publish()).toMatchObject(live);
    expect(receiver.pid()).not.toBe(before);
    await expectAsClean(project, next, name);
  },
);

// Other tests kill receivers and publications in every run.
test.each(process.env.SOAK_RUNS ? ['build', 'publish'] : [])(
  'a worker that is killed at the step "%s" does not affect later builds',
  async (last) => {
    await change('renames a label');
    const killed = await receiver.publish((part) => {
      if (part === last) receiver.killWorker();
    });
    expect(killed?.error).toBeUndefined();
    await eventually(() => isRunning(receiver.pid())).toBe(false);
    const site = await change('edits a milestone');
    expect((await receiver.publish())?.outcome).toBeUndefined();
    expect(await receiver.build()).toMatchObject(live);
    await expectAsClean(project, site, 'edits a milestone');
    await receiver.start();
    await change('edits a release');
    expect(await receiver.publish()).toMatchObject(live);
  },
);

test('a refused site is reported like by a separate build, and the old site stays', async () => {
  const broken = join(project.folder, 'public/broken.xml');
  await mkdir(join(broken, '..'), { recursive: true });
  await writeFile(broken, '<broken');
  await change('edits a release');
  const page = () => readFile(join(project.folder, 'live/dist/index.html'), 'utf8');
  const before = await page();
  const refused = await receiver.publish();
  expect(refused?.error).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('broken.xml cannot be parsed'),
  });
  expect(refused).toEqual(await receiver.build());
  expect(await page()).toBe(before);
  await rm(broken);
  await receiver.start();
  expect(await receiver.publish()).toMatchObject(live);
});

test('neither its environment nor its arguments contain the API key', async () => {
  const told = (name: string) => readFile(`/proc/${receiver.pid()}/${name}`, 'utf8');
  expect(await told('environ')).toContain('CONTENT_DIR=');
  expect(await told('cmdline')).toContain('worker.ts');
  for (const name of ['environ', 'cmdline']) expect(await told(name)).not.toContain(apiKey);
});

test('the worker ends when its receiver is killed', async () => {
  const pid = receiver.pid();
  expect(isRunning(pid)).toBe(true);
  receiver.process.kill('SIGKILL');
  await eventually(() => isRunning(pid)).toBe(false);
});
