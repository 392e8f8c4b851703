import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../src/lib/database/database.ts';
import { importDataSet } from '../../src/service/data-set/import.ts';
import { openServiceDatabase } from '../../src/service/database/open.ts';
import { idMemoryOf } from '../../src/service/database/remembered-ids.ts';
import { listReleases } from '../../src/service/resources/releases/releases.ts';
import { listSubscribers } from '../../src/service/resources/subscribers/subscribers.ts';
import { inMemory, tempFolder } from '../support/temp-folder.ts';
import { explained } from './explained.ts';
import { release, sample } from './sample.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
const labels = ['a', 'b', 'c'].map((id) => ({ id, name: id, slug: id, color: '#111111' }));
const lists = ['x', 'y', 'z'].map((id) => ({ id, name: `List ${id}` }));
const numbers = Array.from({ length: 24 }, (_, n) => n);
const releases = numbers.map((n) =>
  release(`r-${n}`, {
    labels: labels.slice(n % 4),
    is_public: n % 3 > 0,
    created_at: day(n % 5),
  }),
);
const subscribers = numbers.map((n) => ({
  ...{ id: `u-${n}`, email: `u-${n}@example.com`, lists: lists.slice(n % 4) },
  ...{ created_at: day(n % 5), updated_at: day(n) },
}));
const everything = { offset: 0, limit: -1 };

/** A service's database, and the same one as another process has it open. */
async function twoProcesses() {
  const lifetimes = new AsyncDisposableStack();
  const folder = lifetimes.use(await tempFolder(inMemory));
  const file = join(folder.path, 'x.db');
  const here = lifetimes.use(openServiceDatabase(file));
  const elsewhere = lifetimes.use(openServiceDatabase(file));
  await importDataSet(here, { ...sample(), labels, releases, subscribers }, []);
  return { here, elsewhere, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

const row = fc.nat(numbers.length - 1);
const at = fc.nat(9).map(day);
const label = fc.constantFrom('a', 'b', 'c');
const list = fc.constantFrom('x', 'y', 'z');
const statement = fc.oneof(
  fc.tuple(row, label).map(
    ([n, id]) => `INSERT OR IGNORE INTO release_label
    SELECT 'r-${n}', id, 9, '', '', 0, NULL FROM label WHERE id = '${id}'`,
  ),
  fc.tuple(row, label).map(
    ([n, id]) => `DELETE FROM release_label
    WHERE release_id = 'r-${n}' AND label_id = '${id}'`,
  ),
  fc.tuple(row, at).map(
    ([n, time]) => `UPDATE release
    SET created_at = '${time}', is_public = 1 - is_public WHERE id = 'r-${n}'`,
  ),
  fc.tuple(row, list).map(
    ([n, id]) => `INSERT OR IGNORE INTO subscription
    SELECT u.id, l.id, 9, '' FROM subscriber u, subscriber_list l
    WHERE u.id = 'u-${n}' AND l.id = '${id}'`,
  ),
  row.map((n) => `DELETE FROM subscriber WHERE id = 'u-${n}'`),
  row.map(
    (n) => `UPDATE OR IGNORE release_label SET label_id = 'later'
    WHERE release_id = 'r-${n}' AND 'later' IN (SELECT id FROM label)`,
  ),
  fc.constantFrom(
    "INSERT OR IGNORE INTO label VALUES ('later', 'Later', 'later', '#111111')",
    "DELETE FROM subscriber_list WHERE id = 'z'",
  ),
);
const write = fc.record({ by: fc.constantFrom('here' as const, 'elsewhere' as const), statement });

const read = fc.record({
  offset: fc.nat(20),
  limit: fc.integer({ min: 1, max: 9 }),
  label_ids: fc.constantFrom<string[]>(['a', 'b'], ['b', 'a'], ['c', 'none', 'b'], ['a', 'later']),
  list_ids: fc.constantFrom<string[]>(['x', 'y'], ['z', 'x', 'none']),
  is_public: fc.constantFrom(undefined, true),
});
type Read = typeof read extends fc.Arbitrary<infer T> ? T : never;

/** The pages, worked out the slow way. */
function slowly(database: Database, { offset, limit, label_ids, list_ids, is_public }: Read) {
  const has = (items: { id: string }[], ids: string[]) => items.some(({ id }) => ids.includes(id));
  const fitting = listReleases(database, everything)
    .filter((one) => is_public === undefined || one.is_public === is_public)
    .filter((one) => has(one.labels, label_ids));
  const members = listSubscribers(database, everything).filter((one) => has(one.lists, list_ids));
  return [fitting, members].map((rows) => rows.slice(offset, offset + limit).map(({ id }) => id));
}

test('filtered pages are as of the last write, whichever process made it', async () => {
  await using place = await twoProcesses();
  const steps = fc.array(
    fc.oneof({ weight: 1, arbitrary: write }, { weight: 3, arbitrary: read }),
    { minLength: 20, maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      for (const step of all) {
        if ('statement' in step) place[step.by].run(step.statement);
        else {
          const pages = [listReleases(place.here, step), listSubscribers(place.here, step)];
          const ids = pages.map((rows) => rows.map(({ id }) => id));
          expect(ids).toEqual(slowly(place.here, step));
        }
      }
    }),
    { numRuns: 12, seed: 1 },
  );
});

const both = { label_ids: ['a', 'b'] };

test('a page that another process changes while it is read shows one moment', async () => {
  await using place = await twoProcesses();
  const page = { offset: 2, limit: 5, ...both };
  const before = listReleases(place.here, page);
  let isWritten = false;
  const interrupted: Database = {
    ...place.here,
    all(row, sql, values) {
      // Once its ids are known, and the rows are not.
      if (sql.includes('json_each(:ids)') && !isWritten) {
        isWritten = true;
        place.elsewhere.run('DELETE FROM release WHERE id = :id', { id: before[0]?.id ?? '' });
      }
      return place.here.all(row, sql, values);
    },
  };
  const rows = listReleases(interrupted, page);
  expect(isWritten).toBe(true);
  expect(rows).toEqual(listReleases(place.elsewhere, page));
  expect(rows).toHaveLength(5);
});

test('what was read in a transaction that failed is not remembered', async () => {
  await using place = await twoProcesses();
  const page = { offset: 0, limit: 9, ...both };
  const before = listReleases(place.here, page);
  const failing = () =>
    place.here.transaction(() => {
      place.here.run('DELETE FROM release_label');
      expect(listReleases(place.here, page)).toEqual([]);
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  expect(listReleases(place.here, page)).toEqual(before);
});

/** A database, and how often labels were looked up in it. */
function counted(database: Database) {
  const { steps, watched } = explained(database);
  const isLookUp = (detail: string) => detail.includes('release_label_newest');
  return { watched, lookUps: () => steps.filter(({ detail }) => isLookUp(detail)).length };
}

test('pages of a filter are looked up in indexes a few times, however its ids are put', async () => {
  await using place = await twoProcesses();
  const { watched, lookUps } = counted(place.here);
  const asked = [
    ['a', 'b'],
    ['b', 'a'],
    ['none', 'b', 'a'],
  ];
  for (const label_ids of asked)
    for (const offset of numbers) listReleases(watched, { offset, limit: 1, label_ids });
  // Of each of the two labels; for the first page, and whenever twice as many ids are wanted.
  expect(lookUps()).toBe(2 * [1, 2, 4, 8, 16].length);
});

test('pages of a filter are looked up once after each write', async () => {
  await using place = await twoProcesses();
  const { watched, lookUps } = counted(place.here);
  for (const by of [place.here, place.elsewhere]) {
    by.run("UPDATE release SET title = title || '!' WHERE id = 'r-1'");
    for (const offset of [4, 3, 2]) listReleases(watched, { offset, limit: 3, ...both });
  }
  expect(lookUps()).toBe(2 * 2);
});

test('so many bytes of ids are remembered and no more, what was not asked for leaving first', async () => {
  await using place = await twoProcesses();
  const { ids, filters } = idMemoryOf(place.here);
  const many = Array.from({ length: 1100 }, (_, n) => `${n}`.padStart(200, '0'));
  for (const n of numbers) ids.set(`${n}`, { ids: many, isAll: true });
  const kept = numbers.filter((n) => ids.has(`${n}`));
  expect(kept).toEqual(numbers.slice(-kept.length));
  expect(kept.length * 1100 * 400).toBeLessThan(8 * 1024 * 1024);
  expect(kept.length).toBeGreaterThan(10);
  for (const n of numbers) filters.set(`${n}`.padStart(50_000, '0'), { known: undefined });
  expect(filters.size).toBeLessThan(12);
});

test('no more than a thousand filters are remembered, however few ids they have', async () => {
  await using place = await twoProcesses();
  const { ids, filters } = idMemoryOf(place.here);
  for (let n = 0; n < 1100; n += 1) {
    ids.set(`${n}`, { ids: [], isAll: true });
    filters.set(`${n}`, { known: {} });
  }
  expect([ids.size, filters.size]).toEqual([1000, 1000]);
});
