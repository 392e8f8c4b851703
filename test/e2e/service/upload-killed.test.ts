import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../service/open-file.ts';
import { apiKey } from '../../service/start.ts';
import { formOf } from '../../service/upload.ts';
import { eventually } from '../../support/eventually.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { startInstance } from './instances/start-instance.ts';

const size = 2 * 1024 * 1024;

test('a service that is killed during uploads has stored each file completely or not at all', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  const database = { engine: 'sqlite', file } as const;
  const { headers, ...form } = await formOf({ bytes: Buffer.alloc(size, '%PDF-1.7\n') });
  const init = { ...form, headers: { ...headers, authorization: `Bearer ${apiKey}` } };
  const acknowledged: string[] = [];
  for (const kills of [1, 2, 3]) {
    await using service = await startInstance({ database, apiKey });
    const uploading = Array.from({ length: 4 }, async () => {
      for (;;) {
        const answer = await fetch(`${service.url}/v1/files`, init);
        const { path } = (await answer.json()) as { path: string };
        acknowledged.push(path.slice('/files/'.length));
      }
    });
    const cut = Promise.allSettled(uploading);
    await eventually(() => acknowledged.length).toBeGreaterThan(kills * 3);
    await service.kill();
    await cut;
  }
  await using stored = await openFile(file);
  const rows = await stored.db
    .selectFrom('file')
    .innerJoin('unused_upload', 'unused_upload.name', 'file.name')
    .select(['file.name', ({ fn }) => fn<number>('length', ['bytes']).as('size')])
    .execute();
  const all = await stored.db.selectFrom('file').select('name').execute();
  expect(rows).toHaveLength(all.length);
  expect(new Set(rows.map((row) => row.size))).toEqual(new Set([size]));
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
});
