import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../../src/service/database/schema.ts';
import { createSharedRateLimit } from '../../../../src/service/keys/rate-limits.ts';
import { openDatabase } from '../../../../src/service/open-database.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { migratedStore } from '../../store.ts';

/** A database that several instances can open. */
async function opened() {
  const lifetimes = new AsyncDisposableStack();
  const { location } = lifetimes.use(await migratedStore());
  const open = async () => lifetimes.use(await openDatabase(location)).db;
  return { open, db: await open(), [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

const rows = async (db: Db) =>
  (await sql<{ caller: string; count: number }>`select * from request_count`.execute(db)).rows;

/** Simulates that `minutes` have passed by moving all counts back. */
const pass = (db: Db, minutes: number) =>
  sql`update request_count set minute = minute - ${minutes}::integer`.execute(db);

test('counts across all instances of a database, separately for each caller and kind', async () => {
  await using it = await opened();
  const clock = manualClock();
  const allow = createSharedRateLimit(it.db, 'holders', { clock });
  const elsewhere = createSharedRateLimit(await it.open(), 'holders', { clock });
  const strangers = createSharedRateLimit(it.db, 'strangers', { clock });
  const calls = [allow, elsewhere, allow, elsewhere, allow].map((limit) => limit('a', 4));
  const counted = await Promise.all(calls);
  // A new minute may begin during these calls.
  await allow('a', 4);
  const allowed = counted.filter((one) => one.allowed).length;
  const kept = await rows(it.db);
  expect(kept).toHaveLength(1);
  if (kept[0]?.count === 6) expect(allowed).toBe(4);
  expect((await strangers('a', 4)).headers.RateLimit).toMatch(
    /^"minute";r=3;t=([1-9]|[1-5]\d|60)$/,
  );
  expect((await allow('b', 4)).headers.RateLimit).toMatch(/;r=3;/);
});

test('starts again each minute, and removes the counts of earlier minutes', async () => {
  await using it = await opened();
  const clock = manualClock();
  const allow = createSharedRateLimit(it.db, 'strangers', { clock });
  for (const caller of ['a', 'b', 'c']) await allow(caller, 1);
  await pass(it.db, 1);
  expect((await allow('a', 1)).allowed).toBe(true);
  expect(await rows(it.db)).toHaveLength(3);
  clock.advance(60_000);
  await pass(it.db, 1);
  expect((await allow('a', 1)).allowed).toBe(true);
  expect(await rows(it.db)).toHaveLength(1);
});

test('does not query the database again for a caller over its limit until the minute ends', async () => {
  await using it = await opened();
  const clock = manualClock();
  const allow = createSharedRateLimit(it.db, 'strangers', { clock });
  // A new minute may begin during these calls.
  while ((await allow('a', 1)).allowed);
  // The database would allow this request, if it were queried.
  await pass(it.db, 1);
  const { allowed, headers } = await allow('a', 1);
  expect(allowed).toBe(false);
  expect(headers['Retry-After']).toMatch(/^([1-9]|[1-5]\d|60)$/);
  // Other callers are counted, and so is the same caller under another limit.
  expect((await allow('b', 1)).allowed).toBe(true);
  expect((await allow('a', 2)).allowed).toBe(true);
  await pass(it.db, 1);
  clock.advance(60_000);
  expect((await allow('a', 1)).allowed).toBe(true);
});

test('keeps a bounded number of rows, however many callers there are', async () => {
  await using it = await opened();
  const allow = createSharedRateLimit(it.db, 'strangers', { clock: manualClock(), callers: 20 });
  const crowd = Array.from({ length: 200 }, (_, n) => allow(`2001:db8::${n}`, 1000));
  await Promise.all(crowd);
  expect((await rows(it.db)).length).toBeLessThanOrEqual(21);
});

test('stores a hash of the caller in an unlogged table', async () => {
  await using it = await opened();
  const allow = createSharedRateLimit(it.db, 'strangers', { clock: manualClock() });
  await allow('203.0.113.1\0', 1);
  expect((await rows(it.db))[0]?.caller).toMatch(/^[0-9a-f]{32}$/);
  const kind = sql<{ relpersistence: string }>`
    select relpersistence from pg_class where oid = 'request_count'::regclass`;
  expect((await kind.execute(it.db)).rows).toEqual([{ relpersistence: 'u' }]);
});

test('instances that count and clean up at the same time do not block each other', async () => {
  await using it = await opened();
  const clock = manualClock();
  const limits = await Promise.all(
    Array.from({ length: 3 }, async () =>
      createSharedRateLimit(await it.open(), 'strangers', { clock }),
    ),
  );
  for (let minute = 0; minute < 5; minute += 1) {
    const calls = Array.from({ length: 60 }, (_, n) => limits[n % 3]?.(`caller ${n % 20}`, 1000));
    await Promise.all(calls);
    clock.advance(60_000);
    await pass(it.db, 1);
  }
});
