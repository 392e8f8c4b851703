import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importDataSet } from '../../src/service/data-set/import.ts';
import { readDataSet } from '../../src/service/data-set/read.ts';
import { release, sample } from './sample.ts';
import { startService } from './start.ts';
import { tempFolder } from './temp-folder.ts';

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

test('importing a second time changes nothing and doubles nothing', async () => {
  await using service = await startService();
  const before = await everything(service);
  await importDataSet(service.database, sample(), []);
  expect(await everything(service)).toEqual(before);
});

test('importing again updates what changed and keeps what is not named', async () => {
  await using service = await startService();
  const data = { ...sample(), releases: [release('oldest', { title: 'Renamed', labels: [] })] };
  await importDataSet(service.database, data, []);
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
  const importing = importDataSet(service.database, { ...sample(), releases: [broken] }, []);
  await expect(importing).rejects.toThrow();
  expect(await everything(service)).toEqual(before);
});

test('refuses the data set of another workspace and says what to do', async () => {
  await using service = await startService();
  const other = sample();
  other.workspace.id = 'w-2';
  await expect(importDataSet(service.database, other, [])).rejects.toThrow(
    /choose another file with --database/,
  );
});

test('takes projects, labels and lists that are named only where they are used', async () => {
  const data = { ...sample(), projects: [], labels: [], contributors: [], subscriber_lists: [] };
  await using service = await startService({ data });
  expect((await service.get('/v1/releases/oldest')).body).toEqual(sample().releases[0]);
  expect((await service.get('/v1/subscribers')).body[0]).toEqual(sample().subscribers[1]);
});

test('keeps times of any zone as the same instant in UTC', async () => {
  const data = {
    ...sample(),
    releases: [release('r', { created_at: '2026-01-01T02:00:00+02:00' })],
  };
  await using service = await startService({ data });
  expect((await service.get('/v1/releases/r')).body.created_at).toBe('2026-01-01T00:00:00.000Z');
});

test('reads the files beside a data set with their types', async () => {
  await using folder = await tempFolder();
  await mkdir(join(folder.path, 'files'));
  await writeFile(join(folder.path, 'files', 'hero.png'), 'png');
  await writeFile(join(folder.path, 'set.json'), JSON.stringify(sample()));
  const { files } = await readDataSet(join(folder.path, 'set.json'));
  expect(files.map(({ name, type }) => ({ name, type }))).toEqual([
    { name: 'hero.png', type: 'image/png' },
  ]);
});

test.each([
  ['is not there', undefined, /cannot be read \(ENOENT\)/],
  ['is not JSON', '{', /is not JSON/],
  ['has another shape', '{"releases":[]}', /workspace: /],
  [
    'has a scheduled release without a time',
    JSON.stringify({ ...sample(), releases: [release('r', { status: 'SCHEDULED' })] }),
    /releases\[0\]\.scheduled_at: expected a date-time/,
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
