import { readdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, stampsIn } from '../../support/files-in.ts';
import { randomFrom } from '../../support/random-from.ts';
import { inMemory } from '../../support/temp-folder.ts';
import { type Over, version } from '../valid-site.ts';
import { startReady } from './start-ready.ts';

const hour = 60 * 60 * 1000;

/**
 * Publishes the same sites twice: by a long-running process with a standby, and by a new process
 * each time.
 */
async function startBoth(builtWithin?: string) {
  const [ready, plain] = [await startReady(builtWithin), await startReady(builtWithin)];
  const living = ready.startProcess();
  return {
    ready,
    passTime: (ms: number) => [ready, plain].map((one) => one.passTime(ms)),
    /** Publishes both ways, and checks that the generations are equal, byte for byte. */
    publish: async (over: Over) => {
      for (const one of [ready, plain]) await one.build(over);
      const outcome = await living.publish();
      expect(outcome).toEqual(await plain.publish());
      expect(await ready.files()).toEqual(await plain.files());
      return outcome.kind;
    },
    [Symbol.asyncDispose]: async () => {
      await ready[Symbol.asyncDispose]();
      await plain[Symbol.asyncDispose]();
    },
  };
}

test('a generation that starts from a standby equals one without', async () => {
  await using it = await startBoth();
  for (const name of ['a', 'b', 'b', 'c', 'a', 'd', 'e', 'f', 'g', 'a'])
    await it.publish(version(name, 'one', ...(name > 'c' ? ['two'] : [])));
  expect(await readdir(it.ready.generations)).toContain('.spare');
});

test('a file may become a folder, and a folder a file, repeatedly', async () => {
  await using it = await startBoth();
  const file = { ...version('a'), page: 'a file', 'deep/er/page/index.html': 'in folders' };
  const folder = { ...version('a'), 'page/index.html': 'in it', 'deep/er': 'a file' };
  for (let turn = 0; turn < 4; turn += 1) {
    expect(await it.publish(file)).toBe('published');
    expect(await it.publish(folder)).toBe('published');
  }
});

const paths = [
  'a',
  'a/b',
  'a/b/c',
  'a/d.html',
  'e/f',
  'e',
  '_astro/g.css',
  '_astro/h.js',
  'i.html',
];

test.each([1, 2, 3])(
  'random histories give equal generations with and without a standby (seed %d)',
  async (seed) => {
    await using it = await startBoth();
    const random = randomFrom(seed);
    let chosen: Over = {};
    for (let step = 0; step < 15; step += 1) {
      for (const path of paths)
        if (random() < 0.3)
          chosen[path] = random() < 0.6 ? `${Math.floor(random() * 3)}` : undefined;
      chosen = withoutConflicts(chosen);
      if (random() < 0.2) it.passTime(23 * hour);
      await it.publish(chosen);
    }
  },
);

/** Removes files whose path is a folder of another file. */
function withoutConflicts(over: Over): Over {
  const given = Object.keys(over).filter((path) => over[path] !== undefined);
  const isFree = (path: string) => !given.some((other) => other.startsWith(`${path}/`));
  return Object.fromEntries(given.filter(isFree).map((path) => [path, over[path]]));
}

test('an expired style sheet does not come back with a standby that contains it', async () => {
  await using it = await startBoth();
  const sheets = async () => (await readdir(join(it.ready.outDir, '_astro'))).sort();
  await it.publish(version('a'));
  await it.publish(version('b'));
  expect(await sheets()).toEqual(['page.a.css', 'page.b.css']);
  it.passTime(48 * hour);
  for (const name of ['c', 'd', 'e']) await it.publish(version(name));
  it.passTime(48 * hour);
  // The standby is now the generation that had the first two style sheets.
  for (const name of ['f', 'g', 'h']) {
    it.passTime(48 * hour);
    await it.publish(version(name));
    expect(await sheets()).not.toContain('page.a.css');
  }
  expect(await sheets()).toEqual(['page.g.css', 'page.h.css']);
});

test('never changes the bytes or inodes of a published generation', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  const stamps = new Map<string, Record<string, string>>();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    await it.build(version(name, 'one'));
    await living.publish();
    stamps.set(await realpath(it.outDir), await stampsIn(it.outDir));
    const kept = await it.kept();
    for (const [folder, before] of stamps)
      if (kept.some((generation) => folder.endsWith(generation)))
        expect(await stampsIn(folder)).toEqual(before);
  }
});

test('a later build changes neither the published site nor the standby', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  await it.build(version('a'));
  await living.publish();
  const before = await filesIn(it.generations);
  await it.build(version('b'));
  expect(await filesIn(it.generations)).toEqual(before);
});

test('works the same if the build is on another disk, where hard links are impossible', async () => {
  // On a machine with one file system, this adds nothing to the tests above.
  await using it = await startBoth(inMemory === tmpdir() ? undefined : '/tmp');
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await it.publish(version(name, 'one'));
  expect(await it.ready.site()).toMatchObject(await filesIn(it.ready.built));
});

test('what someone wrote into a file of the live site is not in the next one', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  await it.build(version('a'));
  await living.publish();
  await writeFile(join(it.outDir, 'rss.xml'), '<rss>by hand</rss>');
  // The edited file is a hard link to the built one, so this build has to write it again.
  await it.build(version('b'));
  await living.publish();
  expect((await it.site())['rss.xml']).toBe('<rss></rss>');
});
