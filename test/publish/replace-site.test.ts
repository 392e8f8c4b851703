import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceSite } from '../../src/publish/replace-site.ts';
import { filesIn } from '../files-in.ts';
import { tempFolder } from '../service/temp-folder.ts';
import { writeSite } from './sound-site.ts';

type Render = (folder: string) => Promise<void>;

/** A folder in which an old site is public. */
async function startPublic() {
  const folder = await tempFolder();
  const outDir = join(folder.path, 'dist');
  const publish = (render: Render) =>
    replaceSite({ outDir, lockFile: join(folder.path, 'lock'), render });
  await publish((next) => writeSite(next, { 'index.html': 'old', 'old.html': 'old' }));
  return {
    outDir,
    publish,
    site: () => filesIn(outDir),
    /** What stands beside the public folder. */
    beside: async () => (await readdir(folder.path)).filter((name) => name !== 'lock'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test('puts the new site in the place of the old one, whole', async () => {
  await using it = await startPublic();
  expect(await it.publish((next) => writeSite(next))).toBe(5);
  const site = await it.site();
  expect(site['index.html']).toBe('<h1>New</h1>');
  expect(site).not.toHaveProperty('old.html');
});

test.each<[string, Render]>([
  ['the build fails at once', () => Promise.reject(new Error('no build'))],
  [
    'the build fails half-way',
    async (next) => {
      await writeSite(next);
      throw new Error('no build');
    },
  ],
  ['the build writes nothing', async () => {}],
  ['the result misses a page', (next) => writeSite(next, { 'roadmap/index.html': undefined })],
  ['the result has an empty page', (next) => writeSite(next, { 'index.html': '' })],
  ['the feed is cut off', (next) => writeSite(next, { 'rss.xml': '<rss>' })],
])('keeps the old site and leaves no leavings when %s', async (_when, render) => {
  await using it = await startPublic();
  const before = await it.site();
  await expect(it.publish(render)).rejects.toThrow();
  expect(await it.site()).toEqual(before);
  expect(await it.beside()).toEqual(['dist']);
});

test('leaves nothing beside the new site', async () => {
  await using it = await startPublic();
  await it.publish((next) => writeSite(next));
  expect(await it.beside()).toEqual(['dist']);
});

test('shows the old site until the new one is whole', async () => {
  await using it = await startPublic();
  const before = await it.site();
  await it.publish(async (next) => {
    await writeSite(next);
    expect(await it.site()).toEqual(before);
  });
  expect.assertions(1);
});

test('renders into an empty folder, whatever a killed run left there', async () => {
  await using it = await startPublic();
  await writeSite(`${it.outDir}.next`, { 'stale.html': 'stale' });
  await writeSite(`${it.outDir}.old`, { 'older.html': 'older' });
  await it.publish((next) => writeSite(next));
  expect(Object.keys(await it.site())).toHaveLength(5);
  expect(await it.beside()).toEqual(['dist']);
});

test('says what is wrong with the new site and that the old one stays', async () => {
  await using it = await startPublic();
  const over = { 'rss.xml': undefined, '404.html': '' };
  await expect(
    it.publish((next) => writeSite(next, over)),
  ).rejects.toThrowErrorMatchingInlineSnapshot(`
    [WaymarkError: The new site is not fit to be shown: rss.xml is missing, 404.html is empty.
    The old one stays.]
  `);
});

test('lets only one build into the folder at a time', async () => {
  await using it = await startPublic();
  await it.publish(async (next) => {
    await expect(it.publish((other) => writeSite(other))).rejects.toThrow('Another build into');
    await writeSite(next);
  });
  expect((await it.site())['index.html']).toBe('<h1>New</h1>');
});
