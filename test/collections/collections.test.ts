import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGetLiveCollection, createGetLiveEntry } from 'astro/content/runtime';
import { expect, expectTypeOf, test } from 'vitest';
import { createCollections, type Filter } from '../../src/collections/collections.ts';
import { liveLoader } from '../../src/collections/live-loader.ts';
import { parseSiteConfig } from '../../src/config/site-config.ts';
import {
  assetScheme,
  type ReleaseEntry,
  type ReleaseListing,
} from '../../src/model/content/content.ts';
import { createUrls } from '../../src/site/base/urls.ts';
import { milestoneEntry, releaseEntry, workspaceEntry } from '../support/entries.ts';
import { tempFolder } from '../support/temp-folder.ts';

const board = { id: 'p-1', slug: 'board', name: 'Board' };
const security = { id: 'l-1', slug: 'security', name: 'Security', color: null };
const files = {
  'workspace.json': workspaceEntry,
  'projects.json': [{ id: 'p-2', slug: 'api', name: 'API' }, board],
  'labels.json': [security],
  'releases/new-year.json': releaseEntry('r-2', {
    slug: 'new-year',
    // Still 2025 in New York.
    released_at: '2026-01-01T03:00:00.000Z',
    project: board.id,
    labels: [security.id],
    changes: [{ type: 'fixed', html: 'A fix' }],
  }),
  'releases/first.json': releaseEntry('r-1', { slug: 'first', project: 'p-2' }),
  'releases/of-a-day.json': releaseEntry('r-3', {
    slug: 'of-a-day',
    released_at: '2026-01-01T03:00:00.000Z',
    released_on: '2026-01-01',
  }),
  'milestones/soon.json': milestoneEntry('m-1', { slug: 'soon', labels: [security.id] }),
  'milestones/later.json': milestoneEntry('m-2', { slug: 'later' }),
};

async function startContent() {
  const temp = await tempFolder();
  const write = async (path: string, value: unknown) => {
    await mkdir(dirname(join(temp.path, path)), { recursive: true });
    await writeFile(join(temp.path, path), JSON.stringify(value));
  };
  for (const [path, value] of Object.entries(files)) await write(path, value);
  const config = parseSiteConfig({ timeZone: 'America/New_York' }, 'site.config.ts');
  const collections = createCollections(temp.path, config);
  const urls = createUrls('https://acme.io', '/notes/');
  const names = ['releases', 'milestones', 'projects', 'labels'] as const;
  const liveCollections = Object.fromEntries(
    names.map((name) => [name, { loader: liveLoader(name, { collections, config, urls }) }]),
  );
  return {
    ...collections,
    write,
    // The functions of `astro:content`.
    getLiveCollection: createGetLiveCollection({ liveCollections } as never),
    getLiveEntry: createGetLiveEntry({ liveCollections } as never),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('a collection has the rows of its files by id, without bodies', async () => {
  await using it = await startContent();
  const { entries } = await it.getLiveCollection('releases');
  expect(entries?.map(({ id }) => id)).toEqual(['first', 'new-year', 'of-a-day']);
  expect(entries?.[1]?.data).toMatchObject({ id: 'r-2', title: 'Title of r-2' });
  expect(entries?.[1]?.data).not.toHaveProperty('body');
  const idsOf = async (name: 'milestones' | 'projects' | 'labels') =>
    (await it.readCollection(name)).map(({ id }) => id);
  expect(await idsOf('milestones')).toEqual(['m-1', 'm-2']);
  expect(await idsOf('projects')).toEqual(['p-1', 'p-2']);
  expect(await idsOf('labels')).toEqual(['l-1']);
});

test.each<[Filter<'releases'>, string[]]>([
  [{ project: 'board' }, ['new-year']],
  [{ project: 'p-2' }, ['first']],
  [{ label: 'security' }, ['new-year']],
  [{ type: 'fixed' }, ['new-year']],
  [{ year: 2025 }, ['new-year']],
  [{ year: 2026 }, ['first', 'of-a-day']],
  [{ year: 2026, project: 'api' }, ['first']],
  [{ project: 'board', label: 'none' }, []],
  [{}, ['first', 'new-year', 'of-a-day']],
])('the loader filters by %o', async (filter, slugs) => {
  await using it = await startContent();
  const { entries } = await it.getLiveCollection('releases', filter);
  expect(entries?.map(({ id }) => id)).toEqual(slugs);
});

test('milestones have the filters that apply to them, and other filters are refused', async () => {
  await using it = await startContent();
  const found = await it.readCollection('milestones', { label: 'security' });
  expect(found.map(({ slug }) => slug)).toEqual(['soon']);
  const { entries, error } = await it.getLiveCollection('milestones', { year: 2026 });
  expect(entries).toBeUndefined();
  expect(error?.message).toBe(
    'The collection milestones has no filter "year". It has project, label.',
  );
  expect((await it.getLiveCollection('labels', { label: 'a' })).error?.message).toContain(
    'It has no filters.',
  );
});

test('an entry is found by its slug or its id, and is whole', async () => {
  await using it = await startContent();
  for (const name of ['new-year', 'r-2']) {
    const { entry } = await it.getLiveEntry('releases', name);
    expect(entry).toMatchObject({ id: 'new-year', data: files['releases/new-year.json'] });
  }
  expect((await it.getLiveEntry('milestones', 'm-1')).entry?.data).toHaveProperty('body');
  expect((await it.getLiveEntry('projects', 'board')).entry?.data).toEqual(board);
  expect((await it.getLiveEntry('labels', 'l-1')).entry?.id).toBe('security');
  for (const name of ['releases', 'labels'])
    expect((await it.getLiveEntry(name, 'none')).error?.name).toBe('LiveEntryNotFoundError');
  await expect(it.readEntry('releases', 'none')).rejects.toThrow(
    /none was removed from the releases in .* during the build/,
  );
});

test('Astro renders an entry with its pictures at their addresses on the site', async () => {
  await using it = await startContent();
  const body = `<p><img src="${assetScheme}0faa.png" alt="A map"></p>`;
  await it.write('releases/first.json', releaseEntry('r-1', { slug: 'first', body }));
  const { entry } = await it.getLiveEntry('releases', 'first');
  expect(entry?.rendered?.html).toBe('<p><img src="/notes/assets/0faa.png" alt="A map"></p>');
});

test('a damaged file is named in the error, which Astro passes on', async () => {
  await using it = await startContent();
  await it.write('releases/first.json', { id: 'r-1' });
  const sentence =
    /releases\/first\.json is damaged, or was not written by sync: slug: .*\nRestore/;
  const list = await it.getLiveCollection('releases');
  const entry = await it.getLiveEntry('releases', 'first');
  for (const { error } of [list, entry])
    expect(error).toMatchObject({ name: 'WaymarkError', message: expect.stringMatching(sentence) });
  expect({ ...list, ...entry }).not.toHaveProperty('entries');
  expect((await it.getLiveEntry('releases', 'new-year')).entry?.id).toBe('new-year');
});

test('each call reads the current content', async () => {
  await using it = await startContent();
  const titleOf = async () => (await it.readCollection('releases'))[0]?.title;
  expect(await titleOf()).toBe('Title of r-1');
  await it.write('releases/first.json', { ...files['releases/first.json'], title: 'New' });
  expect(await titleOf()).toBe('New');
});

test('a later process does not read unchanged files again', async () => {
  await using it = await startContent();
  await it.readCollection('releases');
  await it.readCollection('milestones');
  const index = [...it.index()].map(([path, one]) => {
    return [path, { ...one, row: { ...one.row, title: 'as it was known' } }] as const;
  });
  expect(index.length).toBe(5);
  await it.write('releases/first.json', { ...files['releases/first.json'], title: 'New' });
  it.useIndex(new Map(index as never));
  const titles = [
    ...(await it.readCollection('releases')),
    ...(await it.readCollection('milestones')),
  ];
  expect(titles.map(({ title }) => title)).toEqual(['New', ...Array(4).fill('as it was known')]);
});

test('during a build, entries are as its rows were read', async () => {
  await using it = await startContent();
  const titleOf = async () => (await it.readEntry('releases', 'first')).title;
  it.useIndex(new Map());
  await it.readCollection('releases');
  expect(await titleOf()).toBe('Title of r-1');
  await it.write('releases/first.json', { ...files['releases/first.json'], title: 'New' });
  expect(await titleOf()).toBe('Title of r-1');
  await it.readCollection('releases');
  expect(await titleOf()).toBe('New');
});

test('`astro:content` has the types of rows and of whole entries', () => {
  type Content = typeof import('astro:content');
  const { getLiveCollection, getLiveEntry } = {} as Content;
  const rows = () => getLiveCollection('releases', { project: 'a', year: 2026 });
  const entry = () => getLiveEntry('releases', 'a');
  type Row = NonNullable<Awaited<ReturnType<typeof rows>>['entries']>[number]['data'];
  expectTypeOf<Row>().toEqualTypeOf<ReleaseListing>();
  type Whole = NonNullable<Awaited<ReturnType<typeof entry>>['entry']>['data'];
  expectTypeOf<Whole>().toEqualTypeOf<ReleaseEntry>();
  // @ts-expect-error No such filter.
  void (() => getLiveCollection('milestones', { year: 2026 }));
  // @ts-expect-error No such collection.
  void (() => getLiveCollection('posts'));
});
