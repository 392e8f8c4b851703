import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Release } from '../../../src/model/api/release.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { readDataSet } from '../../../src/service/data-set/read.ts';
import type { DataSet } from '../../../src/service/data-set/schema.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { release, sample } from '../sample.ts';
import { startService } from '../start.ts';

async function everything(service: Awaited<ReturnType<typeof startService>>) {
  const names = [
    'releases',
    'milestones',
    'projects',
    'contributors',
    'subscribers',
    'incoming-webhooks',
  ];
  return Promise.all(names.map(async (name) => (await service.get(`/v1/${name}`)).body));
}

test('importing a second time changes and duplicates nothing', async () => {
  await using service = await startService();
  const before = await everything(service);
  await importDataSet(service.db, sample(), []);
  expect(await everything(service)).toEqual(before);
});

test('importing again updates what changed and keeps what the data set lacks', async () => {
  await using service = await startService();
  const data = { ...sample(), releases: [release('oldest', { title: 'Renamed', labels: [] })] };
  await importDataSet(service.db, data, []);
  expect((await service.get('/v1/releases/oldest')).body).toMatchObject({
    title: 'Renamed',
    labels: [],
  });
  expect((await service.get('/v1/releases')).body).toHaveLength(6);
});

test('an import that fails leaves the database as it was', async () => {
  await using service = await startService();
  const before = await everything(service);
  const broken = release('oldest', { title: 'Half', created_at: 'never' });
  const importing = importDataSet(service.db, { ...sample(), releases: [broken] }, []);
  await expect(importing).rejects.toThrow();
  expect(await everything(service)).toEqual(before);
});

test('refuses the data set of another workspace and says what to do', async () => {
  await using service = await startService();
  const other = sample();
  other.workspace.id = 'w-2';
  await expect(importDataSet(service.db, other, [])).rejects.toThrow(
    /Choose another file with --database/,
  );
});

test('imports projects, labels and lists that appear only inside other items', async () => {
  const data = { ...sample(), projects: [], labels: [], contributors: [], subscriber_lists: [] };
  await using service = await startService({ data });
  expect((await service.get('/v1/releases/oldest')).body).toEqual(sample().releases[0]);
  expect((await service.get('/v1/subscribers')).body[0]).toEqual(sample().subscribers[1]);
});

test('converts times with an offset to UTC', async () => {
  const data = {
    ...sample(),
    releases: [release('r', { created_at: '2026-01-01T02:00:00+02:00' })],
  };
  await using service = await startService({ data });
  expect((await service.get('/v1/releases/r')).body.created_at).toBe('2026-01-01T00:00:00.000Z');
});

async function writeSet(folder: string, data: DataSet, names: string[]): Promise<string> {
  await mkdir(join(folder, 'files'));
  for (const name of names) await writeFile(join(folder, 'files', name), name);
  const path = join(folder, 'set.json');
  await writeFile(path, JSON.stringify(data));
  return path;
}

test('reads the files that a data set refers to, with their types', async () => {
  await using folder = await tempFolder();
  const set = await writeSet(folder.path, sample(), ['hero.png', 'notes.pdf']);
  const { files, leftOut } = await readDataSet(set);
  expect(files.map(({ name, type }) => ({ name, type })).toSorted(byName)).toEqual([
    { name: 'hero.png', type: 'image/png' },
    { name: 'notes.pdf', type: 'application/pdf' },
  ]);
  expect(leftOut).toEqual([]);
});

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

test('skips files that the data set does not refer to, and lists them', async () => {
  await using folder = await tempFolder();
  const others = ['salaries.xlsx', 'hero.png.bak', 'her', 'constructor'];
  const set = await writeSet(folder.path, sample(), ['hero.png', ...others]);
  const { files, leftOut } = await readDataSet(set);
  expect(files.map(({ name }) => name)).toEqual(['hero.png']);
  expect(leftOut.toSorted()).toEqual(others.toSorted());
});

test.each([
  ['a picture in a body', 'a b.png', { body: '<p><img alt="A" src="/files/a b.png"></p>' }],
  ['one without quotation marks', 'a.png', { body: '<img src=/files/a.png alt=A>' }],
  ['one in single quotation marks', 'a.png', { body: "<img src='/files/a.png'>" }],
  ['one on the host of the service', 'a.png', { body: '<img src="https://a.b/files/a.png">' }],
  ['an encoded name', 'ä b.png', { body: '<img src="/files/%C3%A4%20b.png">' }],
  ['an escaped name', 'a&b.png', { body: '<img src="/files/a&amp;b.png?v=1">' }],
  ['a hero', '100% (2).png', { hero: { type: 'image', url: '/files/100% (2).png' } }],
  ['a picture in a change', 'a.png', { changes: change('<img src="/files/a.png#top">') }],
] as const)('reads the file of %s', async (_what, name, over) => {
  await using folder = await tempFolder();
  const data = { ...sample(), releases: [release('r', over as Partial<Release>)] };
  const { files } = await readDataSet(await writeSet(folder.path, data, [name]));
  expect(files.map((file) => file.name)).toEqual([name]);
});

function change(content: string) {
  return [{ id: 'c', change_id: 'fixed', content }];
}

test.each([
  ['is not there', undefined, /cannot be read \(ENOENT\)/],
  ['is not JSON', '{', /is not JSON/],
  [
    'is nested too deep',
    `{"workspace":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    /nested more than 100 levels deep/,
  ],
  ['has another shape', '{"releases":[]}', /workspace: /],
  [
    'has a scheduled release without a time',
    JSON.stringify({ ...sample(), releases: [release('r', { status: 'SCHEDULED' })] }),
    /releases\[0\]\.scheduled_at: expected a date-time/,
  ],
  [
    'has two releases of one id',
    JSON.stringify({ ...sample(), releases: [release('r'), release('s'), release('r')] }),
    /releases\[2\]\.id: expected a unique id, but releases\[0\] also has "r"/,
  ],
  [
    'has two subscribers of one id',
    JSON.stringify({ ...sample(), subscribers: twoOfOneId() }),
    /subscribers\[1\]\.id: expected a unique id/,
  ],
  ['is not UTF-8', Buffer.from(JSON.stringify(sample())).fill(0xff, 20, 21), /is not in UTF-8/],
  [
    'holds half a character',
    JSON.stringify({ ...sample(), releases: [release('r', { title: 'Half \ud83d' })] }),
    /releases\[0\]\.title: expected whole characters, not lone surrogates/,
  ],
  [
    'holds the character U+0000',
    JSON.stringify({ ...sample(), releases: [release('r', { title: 'Zero \0' })] }),
    /releases\[0\]\.title: expected a text without the character U\+0000/,
  ],
  [
    'has a time whose year has five digits in UTC',
    JSON.stringify({
      ...sample(),
      releases: [release('r', { created_at: '9999-12-31T23:59:59-12:00' })],
    }),
    /releases\[0\]\.created_at: expected a date-time in the years 0001 to 9999/,
  ],
])('refuses a data set that %s, naming the file', async (_what, text, message) => {
  await using folder = await tempFolder();
  const path = join(folder.path, 'set.json');
  if (text !== undefined) await writeFile(path, text);
  const reading = readDataSet(path);
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.toThrow(path);
});

describe('a subscriber whose email address differs only in case', () => {
  const at = '2026-02-01T00:00:00.000Z';
  const times = { created_at: at, updated_at: at };
  const lists = [
    { id: 's-alerts', name: 'Alerts' },
    { id: 's-new', name: 'New' },
  ];
  const [one] = sample().subscribers;
  const same = { id: 'u-other', email: one?.email.toUpperCase() ?? '', lists, ...times };

  test('adds its lists to the existing subscriber, once', async () => {
    await using service = await startService();
    const data = { ...sample(), subscribers: [same] };
    const written = await importDataSet(service.db, data, []);
    expect(written.get('subscribers')).toBe(1);
    const { body } = await service.get('/v1/subscribers?limit=100');
    expect(body).toHaveLength(sample().subscribers.length);
    const found = body.find(({ id }: { id: string }) => id === one?.id);
    expect(found.email).toBe(one?.email);
    const known = one?.lists.map(({ id }) => id) ?? [];
    const added = lists.map(({ id }) => id).filter((id) => !known.includes(id));
    expect(found.lists.map(({ id }: { id: string }) => id)).toEqual([...known, ...added]);
    expect((await importDataSet(service.db, data, [])).size).toBe(0);
  });

  test('is merged with the other in one data set: the older one, with the lists of both', async () => {
    const older = { ...same, id: 'u-older', created_at: '2025-01-01T00:00:00.000Z' };
    const subscribers = [
      { ...same, lists: lists.slice(1) },
      { ...older, email: one?.email ?? '', lists: lists.slice(0, 1) },
    ];
    await using service = await startService({ data: { ...sample(), subscribers } });
    const { body } = await service.get('/v1/subscribers');
    expect(body).toEqual([{ ...older, email: one?.email, lists }]);
  });
});

function twoOfOneId() {
  const [one] = sample().subscribers;
  return [one, { ...one, email: 'other@example.com' }];
}
