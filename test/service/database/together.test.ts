import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Db } from '../../../src/service/database/schema.ts';
import { inSnapshot, inTransaction } from '../../../src/service/database/transaction.ts';
import { listProjects } from '../../../src/service/resources/parts.ts';
import { readRelease } from '../../../src/service/resources/releases/releases.ts';
import { updateRelease } from '../../../src/service/resources/releases/write-release.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { openFile } from '../open-file.ts';
import { startService } from '../start.ts';

const add = (db: Db, id: string) =>
  db.insertInto('project').values({ id, name: id, slug: id }).execute();

const ids = async (db: Db) => (await listProjects(db, {})).map(({ id }) => id);

async function opened() {
  const lifetimes = new AsyncDisposableStack();
  const file = join(lifetimes.use(await tempFolder(inMemory)).path, 'x.db');
  const database = lifetimes.use(await openFile(file));
  return { file, ...database, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

test('a failed transaction includes no concurrent write, and its own writes are never read', async () => {
  await using place = await opened();
  const { db } = place;
  const begun = Promise.withResolvers<void>();
  const writing = inTransaction(db, async (db) => {
    await add(db, 'a');
    begun.resolve();
    // Stands for the time that a network round trip could take.
    for (let turns = 0; turns < 20; turns += 1) await turn();
    await add(db, 'b');
    throw new Error('after all, no');
  });
  await begun.promise;
  const beside = add(db, 'other');
  const reading = ids(db);
  await expect(writing).rejects.toThrow('after all, no');
  await beside;
  expect(await reading).toEqual(['other']);
  expect(await ids(db)).toEqual(['other']);
});

test('reads during a slow transaction see all of its writes or none', async () => {
  await using place = await opened();
  await using elsewhere = await openFile(place.file);
  const seen = new Set<string>();
  let isOver = false;
  const look = async (db: Db) => {
    while (!isOver) {
      seen.add((await ids(db)).join());
      await turn();
    }
  };
  const looking = [look(place.db), look(elsewhere.db)];
  for (const letters of ['ab', 'cd', 'ef'])
    await inTransaction(place.db, async (db) => {
      for (const letter of letters) {
        await add(db, letter);
        await turn();
      }
    });
  isOver = true;
  await Promise.all(looking);
  const whole = ['', 'a,b', 'a,b,c,d', 'a,b,c,d,e,f'];
  expect([...seen].filter((one) => !whole.includes(one))).toEqual([]);
});

test('a snapshot shows one point in time, and does not block other writers', async () => {
  await using place = await opened();
  await using elsewhere = await openFile(place.file);
  await add(place.db, 'before');
  const shown = await inSnapshot(place.db, async (db) => {
    const first = await ids(db);
    await add(elsewhere.db, 'meanwhile');
    return [first, await ids(db)];
  });
  expect(shown).toEqual([['before'], ['before']]);
  expect(await ids(place.db)).toEqual(['before', 'meanwhile']);
});

test('a nested transaction joins the outer one', async () => {
  await using place = await opened();
  const failing = inTransaction(place.db, async (db) => {
    await inTransaction(db, (db) => add(db, 'inner'));
    expect(await inSnapshot(db, ids)).toEqual(['inner']);
    throw new Error('outer');
  });
  await expect(failing).rejects.toThrow('outer');
  expect(await ids(place.db)).toEqual([]);
});

test('closing waits for running transactions, and closing again has no effect', async () => {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  const database = await openFile(file);
  const begun = Promise.withResolvers<void>();
  const writing = inTransaction(database.db, async (db) => {
    begun.resolve();
    for (let turns = 0; turns < 20; turns += 1) await turn();
    await add(db, 'late');
  });
  await begun.promise;
  await Promise.all([database[Symbol.asyncDispose](), database[Symbol.asyncDispose]()]);
  await writing;
  await database[Symbol.asyncDispose]();
  await using again = await openFile(file);
  expect(await ids(again.db)).toEqual(['late']);
});

test('concurrent read-modify-write changes to one release lose nothing', async () => {
  await using service = await startService();
  const at = { clock: service.clock, origin: service.url };
  const changes = Array.from({ length: 30 }, (_, n) => ({ [`${n}`]: `Number ${n}` }));
  // Each change reads the body, adds to it and writes all of it.
  await Promise.all(
    changes.map((change) =>
      inTransaction(service.db, async (db) => {
        const found = await readRelease(db, 'oldest');
        const body = JSON.stringify({ ...parsed(found?.body), ...change });
        return updateRelease(db, { id: 'oldest', input: { body } }, at);
      }),
    ),
  );
  const { body } = (await service.get('/v1/releases/oldest')).body;
  expect(parsed(body)).toEqual(Object.assign({}, ...changes));
});

test('concurrent calls that change different fields of one release all persist', async () => {
  await using service = await startService();
  const patch = (change: object) => service.send('PATCH', '/v1/releases/oldest', change);
  const wanted = { title: 'Other title', body: 'Other body', version: '9.9', is_pinned: true };
  const others = { slug: 'other', is_pre_release: true, changes: [], attachments: [] };
  const all = { ...wanted, ...others };
  const parts = Object.entries(all).map(([name, value]) => ({ [name]: value }));
  const at = { clock: service.clock, origin: service.url };
  // HTTP requests wait for each other in a queue; direct calls of `updateRelease` do not.
  await Promise.all([
    ...parts.slice(0, 4).map(patch),
    ...parts.slice(4).map((input) => updateRelease(service.db, { id: 'oldest', input }, at)),
  ]);
  expect((await service.get('/v1/releases/oldest')).body).toMatchObject(all);
});

function parsed(body = ''): object {
  return body.startsWith('{') ? JSON.parse(body) : {};
}

test('concurrent calls with one address in different case create one subscriber on all the lists', async () => {
  await using service = await startService();
  const emails = ['new@example.com', 'New@Example.com', 'NEW@EXAMPLE.COM', 'nEw@example.com'];
  const call = (email: string, n: number) =>
    service.call('/incoming/token-for-subscribers-1', {
      method: 'POST',
      body: JSON.stringify({ email, list_ids: [n % 2 ? 's-news' : 's-alerts'] }),
    });
  const answers = await Promise.all(emails.map(call));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const { body } = await service.get('/v1/subscribers?limit=100');
  const added = body.filter(({ email }: { email: string }) => /^new@/i.test(email));
  expect(added).toHaveLength(1);
  expect(added[0].lists.map(({ id }: { id: string }) => id).toSorted()).toEqual([
    's-alerts',
    's-news',
  ]);
});
