import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { readDataSet } from '../../../src/service/data-set/read.ts';
import { DataSet } from '../../../src/service/data-set/schema.ts';
import { writeDataSet } from '../../../src/service/data-set/write.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { milestoneKind } from '../../../src/service/resources/kinds/milestones.ts';
import { readMilestone } from '../../../src/service/resources/milestones.ts';
import { realFiles } from '../../e2e/whole-path/data-sets.ts';
import { filesIn } from '../../support/files-in.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { release, sample } from '../sample.ts';
import { startService } from '../start.ts';
import { migratedStore } from '../store.ts';
import { exportDataSet } from './held-export.ts';

const files = [{ name: 'hero.png', type: 'image/png', bytes: new Uint8Array([1, 2, 3]) }];
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** A data set with its collections sorted by id, as their order has no meaning. */
function inOrder(data: DataSet) {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value) ? [...value].sort(byId) : value,
    ]),
  );
}

test('an export contains exactly what was imported', async () => {
  await using service = await startService({ files });
  const exported = await exportDataSet(service.db);
  expect(inOrder(exported.data)).toEqual(inOrder(sample()));
  expect(exported.files.map(({ name, bytes }) => [name, [...bytes]])).toEqual([
    ['hero.png', [1, 2, 3]],
  ]);
});

test('days of an import are stored, returned and exported, until their date changes', async () => {
  await using service = await startService();
  const data = sample();
  const [milestone] = data.milestones;
  if (!milestone) throw new Error('no milestone');
  const days = { started_on: '2026-01-31', ended_on: '2026-02-01' };
  const dated = { started_at: '2026-01-31T12:00:00.000Z', ended_at: '2026-02-01T12:00:00.000Z' };
  Object.assign(data, {
    releases: [release('dated', { released_on: '2026-01-31' })],
    milestones: [{ ...milestone, ...dated, ...days }],
  });
  await importDataSet(service.db, data, []);
  const released = (await service.get('/v1/releases/dated')).body;
  expect(released).toMatchObject({ released_on: '2026-01-31' });
  expect((await service.get('/v1/releases/oldest')).body).not.toHaveProperty('released_on');
  expect((await service.get(`/v1/milestones/${milestone.id}`)).body).toMatchObject(days);
  const exported = await exportDataSet(service.db);
  expect(exported.data.releases).toContainEqual(released);
  expect(exported.data.milestones).toContainEqual(expect.objectContaining(days));
  const input = { ended_at: '2026-03-01T08:00:00.000Z' };
  const before = await readMilestone(service.db, milestone.id);
  await milestoneKind.write(service.db, { id: milestone.id, before, input, now: new Date() });
  const edited = await readMilestone(service.db, milestone.id);
  expect(edited).toMatchObject({ started_on: '2026-01-31' });
  expect(edited).not.toHaveProperty('ended_on');
});

test('an export replaces an earlier one and its files', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'set.json');
  const data = sample();
  const leadsToHero = {
    ...data,
    releases: data.releases.map((release) => ({ ...release, body: '<img src="/files/hero.png">' })),
  };
  await writeDataSet(file, { data: leadsToHero, files });
  const newer = [{ name: 'hero.png', type: 'image/png', bytes: new Uint8Array([4]) }];
  await writeDataSet(file, { data, files: newer });
  expect([...(await readFile(join(folder.path, 'files/hero.png')))]).toEqual([4]);
});

test.each([
  ['set.json', 'my notes'],
  ['set.json', '{"name": "another program"}'],
  ['files/hero.png', 'my picture'],
])('an export does not overwrite a foreign %s: %s', async (path, text) => {
  await using folder = await tempFolder();
  await mkdir(join(folder.path, 'files'));
  await writeFile(join(folder.path, path), text);
  const before = await filesIn(folder.path);
  const writing = writeDataSet(join(folder.path, 'set.json'), { data: sample(), files });
  await expect(writing).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/set\.json|hero\.png.* not changed.*--export/s),
  });
  expect(await filesIn(folder.path)).toEqual(before);
});

test('an export to files and an import restore what was written through the API', async () => {
  await using folder = await tempFolder();
  await using service = await startService({ files });
  await service.send('POST', '/v1/releases', { title: 'New', slug: 'new', status: 'DRAFT' });
  await service.send('POST', '/v1/subscriber-lists', { name: 'Empty' });
  await service.call('/incoming/token-for-subscribers-1', {
    method: 'POST',
    body: JSON.stringify({ email: 'new@example.com', list_ids: ['s-news'] }),
  });
  const before = await exportDataSet(service.db);
  await writeDataSet(join(folder.path, 'set.json'), before);

  await using store = await migratedStore();
  await using copy = await openDatabase(store.location);
  const { data, files: read } = await readDataSet(join(folder.path, 'set.json'));
  await importDataSet(copy.db, data, read);
  const after = await exportDataSet(copy.db);
  expect(after.data).toEqual(before.data);
  expect(after.files.map(({ bytes }) => [...bytes])).toEqual([[1, 2, 3]]);
});

test.each([
  ['has no secret', 'https://old.example/hook'],
  ['has mere words', 'https://old.example/tell-us-of-every-release'],
  ['has the secret of another', 'https://old.example/in/token-that-is-shared-1'],
])(
  'a webhook whose old URL %s gets its own URL and keeps it across export and import',
  async (_what, url) => {
    const data = sample();
    for (const webhook of data.incoming_webhooks) webhook.url = url;
    await using service = await startService({ data });
    const urls = async () =>
      (await service.get('/v1/incoming-webhooks')).body.map(({ url }: { url: string }) => url);
    const before = await urls();
    expect(new Set(before).size).toBe(3);
    await importDataSet(service.db, (await exportDataSet(service.db)).data, []);
    expect(await urls()).toEqual(before);
    await importDataSet(service.db, data, []);
    expect(await urls()).toEqual(before);
  },
);

test.each(realFiles)('the workspace of %s is exported as it was imported', async (file) => {
  const data = DataSet.parse(JSON.parse(await readFile(file, 'utf8')));
  await using service = await startService({ data });
  expect(inOrder((await exportDataSet(service.db)).data)).toEqual(inOrder(data));
});

test('only the owner can read an export and its files', async () => {
  await using folder = await tempFolder();
  await writeDataSet(join(folder.path, 'set.json'), { data: sample(), files });
  for (const name of ['set.json', 'files/hero.png'])
    expect((await stat(join(folder.path, name))).mode & 0o777).toBe(0o600);
});

test('says what to do if an export cannot be written', async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, 'file'), '');
  const nowhere = writeDataSet(join(folder.path, 'file', 'x.json'), { data: sample(), files: [] });
  await expect(nowhere).rejects.toThrow(/Use --export with a file/);
});
