import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/service/open-database.ts';
import { listFiles } from '../../../src/service/resources/uploads/manage-files.ts';
import { removeUnusedUploads } from '../../../src/service/resources/uploads/uploads.ts';
import { apiKey } from '../../service/start.ts';
import { emptyStore } from '../../service/store.ts';
import { formOf } from '../../service/upload.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from './crash-client.ts';
import { startInstance } from './instances/start-instance.ts';

const day = 24 * 60 * 60_000;

test.for(['sqlite', 'postgres'] as const)(
  'a service that is killed while releases change their files loses none, and keeps none, on %s',
  async (engine) => {
    await using store = await emptyStore(engine);
    const { location: database } = store;
    let changed = 0;
    for (const kills of [1, 2, 3]) {
      await using service = await startInstance({ database, apiKey });
      const changing = Array.from({ length: 4 }, async (_, n) => {
        const slug = `release-${kills}-${n}`;
        const draft = { title: 'New', slug, status: 'DRAFT' };
        const { body } = await ask(service.url, 'POST', '/v1/releases', draft);
        for (;;) {
          const url = await upload(service.url);
          const path = `/v1/releases/${body.id}`;
          await ask(service.url, 'PATCH', path, { body: `<img src="${url}">` });
          changed += 1;
        }
      });
      const cut = Promise.allSettled(changing);
      await eventually(() => changed).toBeGreaterThan(kills * 20);
      await service.kill();
      await cut;
    }
    await using stored = await openDatabase(database);
    const { db } = stored;
    const releases = await db.selectFrom('release').select('body').execute();
    const used = releases.flatMap(({ body }) => /[0-9a-f]{32}\.txt/.exec(body)?.[0] ?? []);
    const files = await listFiles(db);
    expect(files.length).toBeGreaterThan(used.length);
    expect(files.filter(({ uses, unused_since }) => uses.length === 0 && !unused_since)).toEqual(
      [],
    );
    const later = new Date(Date.now() + 2 * day);
    while (await removeUnusedUploads(db, later));
    expect((await listFiles(db)).map(({ name }) => name)).toEqual(used.toSorted());
  },
);

async function upload(url: string): Promise<string> {
  const { headers, ...form } = await formOf({ bytes: 'Words' });
  const init = { ...form, headers: { ...headers, authorization: `Bearer ${apiKey}` } };
  const answer = await fetch(`${url}/v1/files`, init);
  const { url: address } = (await answer.json()) as { url: string };
  return address;
}
