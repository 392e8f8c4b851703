import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../../src/service/database/schema.ts';
import { inSnapshot, inTransaction } from '../../../../src/service/database/transaction.ts';
import { eventually } from '../../../support/eventually.ts';
import { runIn } from '../../../support/postgres/test-database.ts';
import { openProxied, short } from './open-proxied.ts';

const unavailable = { name: 'DatabaseUnavailableError' };
const busy = { ...unavailable, isBusy: true };
const ask = (db: Db) =>
  sql<{ n: number }>`select 1 as n`.execute(db).then(({ rows }) => rows[0]?.n);
const add = (db: Db, id: string) =>
  db.insertInto('project').values({ id, name: id, slug: id }).execute();
const idsIn = async (db: Db) =>
  (await db.selectFrom('project').select('id').orderBy('id').execute()).map(({ id }) => id);

test('returns integers as numbers, JSON as its original text, and bytea as bytes', async () => {
  await using opened = await openProxied();
  const { rows } = await sql`
    select count(*) as n, '{"b": 1,"a":2}'::json as j, '\\x00ff'::bytea as bytes, 1::smallint as flag
  `.execute(opened.db);
  expect(rows).toEqual([{ n: 1, j: '{"b": 1,"a":2}', bytes: Buffer.from([0, 255]), flag: 1 }]);
});

test.each(['stall', 'cut', 'refuse'] as const)(
  'reports a server that does not answer (%s), and recovers',
  async (trouble) => {
    await using opened = await openProxied();
    await Promise.all([ask(opened.db), ask(opened.db)]);
    await opened.proxy[trouble]();
    if (trouble === 'cut') await eventually(() => opened.proxy.connections).toBe(0);
    else {
      const begun = performance.now();
      await expect(ask(opened.db)).rejects.toMatchObject(unavailable);
      await expect(inTransaction(opened.db, ask)).rejects.toMatchObject(unavailable);
      expect(performance.now() - begun).toBeLessThan(4 * short.answerMs);
    }
    await opened.proxy.resume();
    await eventually(() => ask(opened.db).catch(() => 0)).toBe(1);
    await expect(inTransaction(opened.db, ask)).resolves.toBe(1);
  },
);

test('closes a connection whose statement timed out', async () => {
  await using opened = await openProxied({ connections: 1 });
  const process = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(opened.db);
    return rows[0]?.pid;
  };
  const before = await process();
  opened.proxy.stall();
  await expect(ask(opened.db)).rejects.toMatchObject(unavailable);
  await opened.proxy.resume();
  // On the old connection, a late result could be taken for that of the next statement.
  expect(await process()).not.toBe(before);
});

test.each([
  ['stall', 'stall'],
  ['cut', 'cut'],
] as const)('a transaction that loses its server is rolled back (%s)', async (_, trouble) => {
  await using opened = await openProxied();
  const write = inTransaction(opened.db, async (db) => {
    await add(db, 'half');
    opened.proxy[trouble]();
  });
  await expect(write).rejects.toMatchObject(unavailable);
  await opened.proxy.resume();
  // PostgreSQL releases the lock of the lost transaction once it notices the loss.
  await eventually(() =>
    inTransaction(opened.db, (db) => add(db, 'next')).then(
      () => 'written',
      () => '',
    ),
  ).toBe('written');
  expect(await idsIn(opened.db)).toEqual(['next']);
});

test('recovers when PostgreSQL ends its connections, both in use and idle', async () => {
  await using opened = await openProxied();
  const { name, folder } = opened.database;
  const end = () =>
    runIn(
      folder,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  await Promise.all([ask(opened.db), ask(opened.db)]);
  const write = inTransaction(opened.db, async (db) => {
    await add(db, 'half');
    await end();
  });
  await expect(write).rejects.toMatchObject(unavailable);
  await eventually(() => ask(opened.db).catch(() => 0)).toBe(1);
});

test('runs one write at a time, and a write that waits too long for the lock fails', async () => {
  await using opened = await openProxied({ idleInTransactionMs: 10_000, connections: 2 });
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const first = inTransaction(opened.db, async (db) => {
    begin();
    await add(db, 'first');
    await done;
  });
  await begun;
  await expect(inTransaction(opened.db, (db) => add(db, 'second'))).rejects.toMatchObject(busy);
  await expect(inSnapshot(opened.db, idsIn)).resolves.toEqual([]);
  finish();
  await first;
  await inTransaction(opened.db, (db) => add(db, 'third'));
  expect(await idsIn(opened.db)).toEqual(['first', 'third']);
});

test('concurrent read-modify-write transactions on one row lose no change', async () => {
  await using opened = await openProxied({ lockMs: 5000, answerMs: 6000, connectMs: 5000 });
  await add(opened.db, 'x');
  const change = (letter: string) =>
    inTransaction(opened.db, async (db) => {
      const { name } = await db.selectFrom('project').select('name').executeTakeFirstOrThrow();
      await db
        .updateTable('project')
        .set({ name: name + letter })
        .execute();
    });
  await Promise.all([...'abcdefgh'].map(change));
  const { name } = await opened.db.selectFrom('project').select('name').executeTakeFirstOrThrow();
  expect([...name].sort().join('')).toBe('abcdefghx');
});

test('releases the lock of a transaction that hangs, which can then write nothing more', async () => {
  await using opened = await openProxied();
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const stopped = inTransaction(opened.db, async (db) => {
    await add(db, 'stopped');
    begin();
    await awake;
    await add(db, 'late');
  });
  await begun;
  await eventually(() =>
    inTransaction(opened.db, (db) => add(db, 'next')).then(
      () => 'written',
      () => '',
    ),
  ).toBe('written');
  wake();
  await expect(stopped).rejects.toMatchObject(unavailable);
  expect(await idsIn(opened.db)).toEqual(['next']);
});

test('cancels a statement that takes PostgreSQL too long', async () => {
  await using opened = await openProxied({ answerMs: 5000 });
  await expect(sql`select pg_sleep(60)`.execute(opened.db)).rejects.toMatchObject(unavailable);
  await expect(ask(opened.db)).resolves.toBe(1);
});

test('reads from a read-only database, and the error of a write says that it is read-only', async () => {
  await using opened = await openProxied();
  const { name, folder } = opened.database;
  await runIn(folder, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  opened.proxy.cut();
  await eventually(() => ask(opened.db).catch(() => 0)).toBe(1);
  const write = inTransaction(opened.db, (db) => add(db, 'x'));
  await expect(write).rejects.toMatchObject({ ...unavailable, message: /read-only/ });
});

test('the errors that are logged contain no values of rows', async () => {
  await using opened = await openProxied();
  const time = '2026-01-01T00:00:00.000Z';
  const write = (id: string, email: string) =>
    opened.db
      .insertInto('subscriber')
      .values({ id, email, created_at: time, updated_at: time })
      .execute();
  await write('a', 'Erased@example.com');
  const error = await write('b', 'eRASED@EXAMPLE.COM').catch((error) => error);
  expect(error).toMatchObject({ code: '23505' });
  expect(JSON.stringify({ ...error, text: String(error.stack) })).not.toMatch(/erased/i);
});
