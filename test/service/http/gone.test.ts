import { rename, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openFile } from '../open-file.ts';
import { type Running, startService } from '../start.ts';
import { fileOf } from '../store.ts';

const draft = { title: 'New', slug: 'new', status: 'DRAFT' };

test.each([
  ['removed', (file: string) => rm(file)],
  ['parted from its log of writes', (file: string) => rm(`${file}-wal`)],
  [
    'replaced',
    async (file: string) => {
      await (await openFile(`${file}.other`))[Symbol.asyncDispose]();
      await rename(`${file}.other`, file);
    },
  ],
])('answers writes with 503 and Retry-After once its database was %s', async (_what, change) => {
  await using service = await startService();
  await change(fileOf(service));
  for (const [method, path, body] of writes) {
    const { status, headers } = await service.send(method, path, body);
    expect([path, status]).toEqual([path, 503]);
    expect(headers.get('retry-after')).toBe('60');
  }
  expect(await titles(service)).toEqual(before);
});

const writes: [string, string, object?][] = [
  ['POST', '/v1/releases', draft],
  ['PATCH', '/v1/releases/oldest', { title: 'Other' }],
  ['DELETE', '/v1/releases/oldest'],
  ['POST', '/v1/releases/draft/publish'],
  ['POST', '/v1/subscriber-lists', { name: 'News too' }],
  ['POST', '/incoming/token-for-releases-1', draft],
];

const before = ['timed', 'tie-a', 'tie-b', 'hidden', 'draft', 'oldest'].map(
  (id) => `Title of ${id}`,
);

const titles = async (service: Running) =>
  (await service.get('/v1/releases')).body.map(({ title }: { title: string }) => title);

test('the health check answers 200 without the database, which a restart would not restore', async () => {
  await using service = await startService();
  await service.db.schema.dropTable('workspace').execute();
  await rm(fileOf(service));
  expect(await service.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
});
