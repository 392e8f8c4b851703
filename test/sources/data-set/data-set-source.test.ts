import { expect, test } from 'vitest';
import { createDataSetSource } from '../../../src/sources/data-set/data-set-source.ts';
import { SourceError } from '../../../src/sources/source.ts';
import { sourceFolder } from '../source-folder.ts';

async function read(text: string, project?: string) {
  await using folder = await sourceFolder({ 'past.json': text });
  const entry = { dataset: 'past.json', ...(project !== undefined && { project }) };
  return await createDataSetSource({ ...named, entry, cwd: folder.path }).read();
}

const named = { name: 'dataset past.json', rootName: 'Acme', timeZone: 'UTC' };
const json = (value: unknown) => JSON.stringify(value);

test('reads releases and milestones unchanged', async () => {
  const board = { id: 'p-1', name: 'Board', slug: 'board' };
  const release = { id: 'r-1', title: 'Dark mode', project: board, labels: [{ id: 'l-1' }] };
  expect(await read(json({ releases: [release], milestones: [{ id: 'm-1' }] }))).toEqual({
    releases: [release],
    milestones: [{ id: 'm-1', project: expect.objectContaining({ name: 'Acme' }), labels: [] }],
    unreadable: [],
    undated: new Set(),
    notes: [],
    leftOut: 0,
  });
});

test('changes get the titles of the types in the data set’s workspace', async () => {
  const workspace = { release_change_types: [{ id: 't-1', title: 'Added', color: '#16a34a' }] };
  const changes = [
    { change_id: 't-1', content: 'One' },
    { change_id: 't-2', content: 'Two' },
    null,
  ];
  const { releases } = await read(json({ workspace, releases: [{ id: 'r-1', changes }] }));
  expect(releases[0]?.changes).toEqual([
    { change_id: 't-1', content: 'One', title: 'Added', color: '#16a34a' },
    { change_id: 't-2', content: 'Two' },
    null,
  ]);
});

test('the option `project` sets the project of all releases', async () => {
  const releases = [{ id: 'r-1', project: { id: 'p', name: 'Other' } }, { id: 'r-2' }];
  expect((await read(json({ releases }), 'Board')).releases).toMatchObject([
    { project: { id: expect.stringMatching(/^project-board/), name: 'Board' } },
    { project: { name: 'Board' } },
  ]);
});

test.each([
  ['{', 'past.json is not valid JSON.'],
  ['[]', 'past.json is not a data set: '],
  ['{"releases":[{"title":"x"}]}', 'past.json is not a data set: releases.0.id '],
  ['{"releases":{}}', 'past.json is not a data set: releases '],
  [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'past.json is not valid JSON.'],
])('a file that is not a data set fails: %.20s', async (text, why) => {
  const error = await read(text).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(SourceError);
  expect(error.message).toContain(why);
});

test('a source whose file is missing fails', async () => {
  await using folder = await sourceFolder();
  const source = createDataSetSource({
    ...named,
    entry: { dataset: 'past.json' },
    cwd: folder.path,
  });
  await expect(source.read()).rejects.toThrow(SourceError);
  await expect(source.read()).rejects.toThrow('past.json does not exist');
});

test('leaves invalid projects and labels to the checks of rows', async () => {
  const row = { id: 'r-1', project: 'Board', labels: 'x' };
  expect((await read(json({ releases: [row] }))).releases).toEqual([row]);
});

test('keeps days beside moments, also those that were written as moments', async () => {
  const rows = await read(
    json({
      releases: [
        { id: 'r-1', released_at: '2026-01-31T12:00:00.000Z', released_on: '2026-01-31' },
        { id: 'r-2', released_at: '2026-01-31', updated_at: '2026-02-01T08:00:00.000Z' },
      ],
      milestones: [{ id: 'm-1', started_at: '2026-01-31', ended_at: null }],
    }),
  );
  const noon = '2026-01-31T12:00:00.000Z';
  expect(rows.releases).toMatchObject([
    { released_at: noon, released_on: '2026-01-31' },
    { released_at: noon, released_on: '2026-01-31', updated_at: '2026-02-01T08:00:00.000Z' },
  ]);
  expect(rows.milestones).toMatchObject([
    { started_at: noon, started_on: '2026-01-31', ended_at: null },
  ]);
});
