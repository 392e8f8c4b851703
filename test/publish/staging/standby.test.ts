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

/** Two sites of one history, published by a process that lives on and by one process for each. */
async function startBoth(builtWithin?: string) {
  const [ready, plain] = [await startReady(builtWithin), await startReady(builtWithin)];
  const living = ready.startProcess();
  return {
    ready,
    passTime: (ms: number) => [ready, plain].map((one) => one.passTime(ms)),
    /** By each of them, after which their generations are the same, byte for byte. */
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

test('a generation that starts from a spare is what it would be without one', async () => {
  await using it = await startBoth();
  for (const name of ['a', 'b', 'b', 'c', 'a', 'd', 'e', 'f', 'g', 'a'])
    await it.publish(version(name, 'one', ...(name > 'c' ? ['two'] : [])));
  expect(await readdir(it.ready.generations)).toContain('.spare');
});

test('what was a file may become a folder, and a folder a file, again and again', async () => {
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

test.each([1, 2, 3])('over a history of anything that may change, too (seed %d)', async (seed) => {
  await using it = await startBoth();
  const random = randomFrom(seed);
  let chosen: Over = {};
  for (let step = 0; step < 15; step += 1) {
    for (const path of paths)
      if (random() < 0.3) chosen[path] = random() < 0.6 ? `${Math.floor(random() * 3)}` : undefined;
    chosen = withoutConflicts(chosen);
    if (random() < 0.2) it.passTime(23 * hour);
    await it.publish(chosen);
  }
});

/** No file where another path has a folder. */
function withoutConflicts(over: Over): Over {
  const given = Object.keys(over).filter((path) => over[path] !== undefined);
  const isFree = (path: string) => !given.some((other) => other.startsWith(`${path}/`));
  return Object.fromEntries(given.filter(isFree).map((path) => [path, over[path]]));
}

test('a style sheet that is reachable no more does not come back with a generation of its time', async () => {
  await using it = await startBoth();
  const sheets = async () => (await readdir(join(it.ready.outDir, '_astro'))).sort();
  await it.publish(version('a'));
  await it.publish(version('b'));
  expect(await sheets()).toEqual(['page.a.css', 'page.b.css']);
  it.passTime(48 * hour);
  for (const name of ['c', 'd', 'e']) await it.publish(version(name));
  it.passTime(48 * hour);
  // By now the spare is the generation that had the first two.
  for (const name of ['f', 'g', 'h']) {
    it.passTime(48 * hour);
    await it.publish(version(name));
    expect(await sheets()).not.toContain('page.a.css');
  }
  expect(await sheets()).toEqual(['page.g.css', 'page.h.css']);
});

test('no generation that was published is written to, in bytes or in which file it is', async () => {
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

test('what is built later changes nothing in public, nor in the spare', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  await it.build(version('a'));
  await living.publish();
  const before = await filesIn(it.generations);
  await it.build(version('b'));
  expect(await filesIn(it.generations)).toEqual(before);
});

test('where it is built on another disk, to which nothing can be linked, it is the same', async () => {
  // Where there is but one disk, this tells nothing that others do not.
  await using it = await startBoth(inMemory === tmpdir() ? undefined : '/tmp');
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await it.publish(version(name, 'one'));
  expect(await it.ready.site()).toMatchObject(await filesIn(it.ready.built));
});

test('what somebody wrote into a file of the live site is not in the next one', async () => {
  await using it = await startReady();
  const living = it.startProcess();
  await it.build(version('a'));
  await living.publish();
  await writeFile(join(it.outDir, 'rss.xml'), '<rss>by hand</rss>');
  // Linked to where it was built, it is built anew by then.
  await it.build(version('b'));
  await living.publish();
  expect((await it.site())['rss.xml']).toBe('<rss></rss>');
});
