import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFilesName } from '../../../src/publish/generations/own-files.ts';
import type { OutputFiles } from '../../../src/render/output/incremental-output.ts';
import { putFile } from '../../../src/render/output/put-file.ts';
import { renderOutput } from '../../../src/render/output/render-output.ts';
import type { RendererProcess } from '../../../src/render/output/renderer-process.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** The cache key and text of each file, by path. */
type Site = Record<
  string,
  [key: string | null, text: string, also?: { isStandIn?: boolean; group?: string }]
>;

/**
 * An output into which `bring` renders one site after another. All renderers run in this process.
 */
async function startOutput({ isShared = true } = {}) {
  const temp = await tempFolder();
  const folder = join(temp.path, 'site');
  let kept: OutputFiles = new Map();
  const told: [number, number][] = [];
  /** For each renderer, the largest number of batches that it had at the same time. */
  const atHand: number[] = [];
  /** Renders a site, and gives the paths that each renderer rendered. */
  const bring = async (site: Site, isKnown = true, copied: OutputFiles = new Map()) => {
    const rendered: string[][] = [];
    const start = async (): Promise<RendererProcess> => {
      const isHere = rendered.length === 0;
      const own: string[] = [];
      const which = rendered.push(own) - 1;
      let parts = 0;
      const paths = Object.keys(site);
      return {
        plan: paths.map((path) => {
          const [key, , also] = site[path] ?? [null];
          return also?.group ? [path, key, also.group] : [path, key];
        }),
        notes: [],
        isShared,
        render: async (tasks) => {
          parts += 1;
          atHand[which] = Math.max(atHand[which] ?? 0, parts);
          // The first renderer stands for this process, which does not yield. Messages of another
          // process arrive in a later turn of the event loop.
          if (!isHere) await new Promise(setImmediate);
          parts -= 1;
          return tasks.map(([number, known]) => {
            const path = paths[number] ?? '';
            own.push(path);
            const [, text = '', { isStandIn = false } = {}] = site[path] ?? [];
            const file = putFile(folder, path, Buffer.from(text), known);
            return file && isStandIn ? { ...file, isStandIn } : file;
          });
        },
        end: async () => {},
      };
    };
    const onRendered = (done: number, total: number) => told.push([done, total]);
    kept = await renderOutput(folder, kept, copied, { isKnown, start, onRendered });
    return rendered;
  };
  return {
    folder,
    bring,
    told,
    atHand,
    kept: () => kept,
    files: async () => {
      const { [ownFilesName]: list, ...files } = await filesIn(folder);
      expect(JSON.parse(list ?? '').files).toEqual([...kept.keys()].sort());
      return files;
    },
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('renders a stand-in again at the next build, and keeps the result', async () => {
  await using it = await startOutput();
  const standing = () => it.kept().get('a.jpg')?.isStandIn;
  await it.bring({ 'a.jpg': ['key', 'stands in', { isStandIn: true }] });
  expect(standing()).toBe(true);
  expect(await it.bring({ 'a.jpg': ['key', 'drawn'] })).toEqual([['a.jpg']]);
  expect(standing()).toBeUndefined();
  expect(await it.bring({ 'a.jpg': ['key', 'drawn'] })).toEqual([[]]);
});

test('renders files whose key changed and files without a key', async () => {
  await using it = await startOutput();
  const first: Site = { 'a.html': ['1', 'a'], 'b.html': ['1', 'b'], 'c.txt': [null, 'c'] };
  expect(await it.bring(first)).toEqual([['a.html', 'b.html', 'c.txt']]);
  expect(await it.bring({ ...first, 'b.html': ['2', 'B'] })).toEqual([['b.html', 'c.txt']]);
  expect(await it.files()).toEqual({ 'a.html': 'a', 'b.html': 'B', 'c.txt': 'c' });
  expect(it.told).toEqual([
    [3, 3],
    [2, 2],
  ]);
});

test('removes files that are no longer planned, with their folders', async () => {
  await using it = await startOutput();
  await it.bring({
    'a/b/index.html': ['1', 'b'],
    'a/c.md': ['1', 'c'],
    'd/index.html': ['1', 'd'],
  });
  await it.bring({ 'a/c.md': ['1', 'c'] });
  expect(await it.files()).toEqual({ 'a/c.md': 'c' });
});

test('a folder may replace a file, and a file a folder', async () => {
  await using it = await startOutput();
  const [file, below]: Site[] = [{ a: ['1', 'file'] }, { 'a/b.html': ['1', 'below'] }];
  for (const site of [file, below, file, below]) {
    await it.bring(site ?? {});
    expect(await it.files()).toEqual(
      Object.fromEntries(Object.entries(site ?? {}).map(([path, [, text]]) => [path, text])),
    );
  }
});

test('renders everything after a change of code, and leaves files with the same bytes', async () => {
  await using it = await startOutput();
  const site: Site = { 'a.html': ['1', 'a'], 'b.html': ['1', 'b'] };
  await it.bring(site);
  const before = it.kept().get('a.html');
  expect(await it.bring({ ...site, 'b.html': ['1', 'other'] }, false)).toEqual([
    ['a.html', 'b.html'],
  ]);
  expect(it.kept().get('a.html')).toEqual(before);
  expect(await it.files()).toEqual({ 'a.html': 'a', 'b.html': 'other' });
});

test('copied files replace rendered ones', async () => {
  await using it = await startOutput();
  const own = putFile(it.folder, 'robots.txt', Buffer.from('own'), undefined);
  if (!own) throw new Error('nothing was written');
  const copied = new Map([['robots.txt', { ...own, key: 'own' }]]);
  expect(await it.bring({ 'robots.txt': [null, 'Waymark’s'] }, true, copied)).toEqual([[]]);
  expect(await it.files()).toEqual({ 'robots.txt': 'own' });
});

test('two processes share many files, each rendered once', async () => {
  await using it = await startOutput();
  const paths = Array.from({ length: 2_000 }, (_, n) => `${n}.html`);
  const site: Site = Object.fromEntries(paths.map((path) => [path, ['1', path]]));
  const rendered = await it.bring(site);
  expect(rendered).toHaveLength(2);
  expect(rendered.flat().sort()).toEqual(paths.toSorted());
  for (const own of rendered) expect(own.length).toBeGreaterThan(500);
  // The other process has further batches in its queue while it reports one.
  expect(it.atHand).toEqual([1, 3]);
  expect(Object.keys(await it.files())).toHaveLength(2_000);
});

test('an unshared process renders all of many files', async () => {
  await using it = await startOutput({ isShared: false });
  const paths = Array.from({ length: 2_000 }, (_, n) => `${n}.html`);
  const rendered = await it.bring(Object.fromEntries(paths.map((path) => [path, ['1', path]])));
  expect(rendered).toEqual([paths]);
});

test('the files of one release are rendered one after another', async () => {
  await using it = await startOutput({ isShared: false });
  const site = ['releases/b/index.html', 'releases/a/index.html', 'releases/a.md', 'releases/b.md'];
  const [rendered] = await it.bring(Object.fromEntries(site.map((path) => [path, ['1', path]])));
  expect(rendered).toEqual([
    'releases/b/index.html',
    'releases/b.md',
    'releases/a/index.html',
    'releases/a.md',
  ]);
});

test('one process renders the files of a group in order, before all others', async () => {
  await using it = await startOutput();
  const groupOf = (n: number) => ['one', 'two', ...Array(8).fill(undefined)][n % 10];
  const site: Site = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, n) => [`${n}.txt`, ['1', `${n}`, { group: groupOf(n) }]]),
  );
  const rendered = await it.bring(site);
  expect(rendered.flat().sort()).toEqual(Object.keys(site).sort());
  const [first = [], second = []] = rendered.map((own) =>
    own.map((path) => groupOf(Number.parseInt(path, 10))),
  );
  const ones = [first, second].filter((own) => own.includes('one'));
  const twos = [first, second].filter((own) => own.includes('two'));
  expect([ones.length, twos.length]).toEqual([1, 1]);
  expect(first.slice(0, 300)).toEqual(Array(300).fill('one'));
  expect(second.length).toBeGreaterThan(500);
});
