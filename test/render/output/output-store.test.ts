import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFile } from '../../../src/lib/files/remove-file.ts';
import { type OutputFiles, outputFolder } from '../../../src/render/output/incremental-output.ts';
import {
  type OutputStore,
  outputInMemory,
  outputsOnDisk,
} from '../../../src/render/output/output-store.ts';
import { putFile } from '../../../src/render/output/put-file.ts';
import { filesIn } from '../../support/files-in.ts';
import { randomFrom } from '../../support/random-from.ts';
import { tempFolder } from '../../support/temp-folder.ts';

type Files = Record<string, string>;

/** A build output, and the process that builds it, whose state is in `own`. */
async function startOutput(own: OutputStore) {
  const temp = await tempFolder();
  const buildCache = temp.path;
  const folder = outputFolder(buildCache);
  /** Does what a build does until it is interrupted. */
  const begin = async (store: OutputStore, texts: Files): Promise<OutputFiles> => {
    const { files: kept } = await store.load(buildCache);
    await store.markUnfinished(buildCache);
    for (const path of kept.keys()) if (!(path in texts)) removeFile(folder, path);
    return new Map(
      Object.entries(texts).flatMap(([path, text]) => {
        const before = kept.get(path);
        const file = putFile(folder, path, Buffer.from(text), before?.digest) ?? before;
        return file ? [[path, { ...file, key: text }] as const] : [];
      }),
    );
  };
  const build = async (store: OutputStore, texts: Files) => {
    const files = await begin(store, texts);
    const content = JSON.stringify(texts);
    await store.save(buildCache, { fingerprint: 'code', content, files });
  };
  const file = (path: string) => join(folder, path);
  return {
    build: (texts: Files) => build(own, texts),
    breakOff: async (texts: Files) => void (await begin(own, texts)),
    buildElsewhere: (texts: Files) => build(outputsOnDisk, texts),
    breakOffElsewhere: async (texts: Files) => void (await begin(outputsOnDisk, texts)),
    write: (path: string, text: string) => writeFile(file(path), text),
    remove: (path: string) => rm(file(path), { force: true }),
    restore: async (path: string, text: string) => {
      await rm(file(path), { force: true });
      await writeFile(file(path), text);
      await utimes(file(path), 1, 1);
    },
    damage: () => writeFile(join(buildCache, 'output.json'), '{'),
    /** What the store loads, without times and inodes, and the files on disk after that. */
    loaded: async () => {
      const { fingerprint, content, files } = await own.load(buildCache);
      const rows = [...files].map(([path, { key, size, digest }]) => [path, key, size, digest]);
      return { fingerprint, content, rows, texts: await filesIn(folder).catch(() => ({})) };
    },
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

type Output = Awaited<ReturnType<typeof startOutput>>;
type Event = (output: Output) => Promise<unknown>;

/** What a long-running process loads after the events, and what a new process loads. */
async function afterBoth(events: readonly Event[]) {
  await using living = await startOutput(outputInMemory());
  await using plain = await startOutput(outputsOnDisk);
  for (const event of events) {
    await event(living);
    await event(plain);
  }
  return [await living.loaded(), await plain.loaded()] as const;
}

const [one, two] = [
  { 'index.html': 'home', 'a/index.html': 'a', 'b/index.html': 'b' },
  { 'index.html': 'home', 'a/index.html': 'A', 'c/index.html': 'c' },
];

test.each<[string, ...Event[]]>([
  ['a build of its own', (it) => it.build(two)],
  ['a build of another process', (it) => it.buildElsewhere(two)],
  [
    'one of another process, and then its own',
    (it) => it.buildElsewhere(two),
    (it) => it.build(one),
  ],
  ['a build of its own that was broken off', (it) => it.breakOff(two)],
  ['one of another process that was broken off', (it) => it.breakOffElsewhere(two)],
  ['both', (it) => it.breakOff(two), (it) => it.breakOffElsewhere(one)],
  ['a file was written to', (it) => it.write('a/index.html', 'by another')],
  ['a file was replaced by one as long', (it) => it.restore('a/index.html', 'Z')],
  ['a file was removed', (it) => it.remove('a/index.html')],
  ['a file was restored from an archive', (it) => it.restore('a/index.html', 'a')],
  ['somebody put a file there', (it) => it.write('mine.txt', 'mine')],
  ['what is written down of it was damaged', (it) => it.damage()],
])('a long-running process loads what a new one would after: %s', async (_, ...events) => {
  const [living, plain] = await afterBoth([(it) => it.build(one), ...events]);
  expect(living).toEqual(plain);
});

test.each([1, 2, 3, 4, 5])(
  'after random events, it loads no more files and builds the same output (seed %d)',
  async (seed) => {
    const random = randomFrom(seed);
    const paths = ['index.html', 'a/index.html', 'b/index.html', 'c/index.html'];
    const events = Array.from({ length: 40 }, (): Event => {
      const texts = Object.fromEntries(
        paths.filter(() => random() < 0.7).map((path) => [path, `${Math.floor(random() * 3)}`]),
      );
      const path = paths[Math.floor(random() * paths.length)] ?? '';
      const byHand: Event = async (it) => {
        // Fails if the folder does not exist, and then there is nothing to edit.
        await it.restore(path, `${seed}`).catch(() => {});
        await it.build(texts);
      };
      const kinds: Event[] = [
        (it) => it.build(texts),
        (it) => it.breakOff(texts),
        (it) => it.buildElsewhere(texts),
        (it) => it.breakOffElsewhere(texts),
        byHand,
      ];
      return kinds[Math.floor(random() * kinds.length)] ?? byHand;
    });
    for (const length of [10, 25, 40]) {
      const history = events.slice(0, length);
      const [living, plain] = await afterBoth(history);
      // A file that one interrupted build overwrote and another restored may be missing from the
      // list. It is then rendered again.
      expect(plain.rows).toEqual(expect.arrayContaining(living.rows));
      expect(living.content).toBe(plain.content);
      const [next, plainNext] = await afterBoth([...history, (it) => it.build(one)]);
      expect(next).toEqual(plainNext);
    }
  },
);
