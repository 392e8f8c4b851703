import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/lib/database/database.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { createCursors, listMemoryOf } from '../../../src/service/database/list-memory.ts';
import { openServiceDatabase } from '../../../src/service/database/open.ts';
import { listReleases } from '../../../src/service/resources/releases/releases.ts';
import { listSubscribers } from '../../../src/service/resources/subscribers/subscribers.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { release, sample } from '../sample.ts';
import { explained } from './explained.ts';

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
  id: `u-${n}`,
  email: `u-${n}@example.com`,
  lists: lists.slice(n % 4),
  created_at: day(n % 5),
  updated_at: day(n),
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
    "INSERT OR IGNORE INTO label (id, name, slug, color) VALUES ('later', 'Later', 'later', '#111111')",
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
    { numRuns: fuzzRuns(4), seed: 1 },
  );
});

const both = { label_ids: ['a', 'b'] };

test('a page that another process changes while it is read shows one moment', async () => {
  await using place = await twoProcesses();
  const page = { offset: 2, limit: 5, ...both };
  let isWritten = false;
  const interrupted: Database = {
    ...place.here,
    all(row, sql, values) {
      // Once it is known where the page begins, and the rows are not.
      if (sql.includes(':cursor_id') && !isWritten) {
        isWritten = true;
        place.elsewhere.run('DELETE FROM release WHERE id = :id', { id: newest?.id ?? '' });
      }
      return place.here.all(row, sql, values);
    },
  };
  const [newest] = listReleases(place.here, { ...page, offset: 0 });
  listReleases(interrupted, page);
  expect(isWritten).toBe(false);
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

test.each([
  ['as it was asked for', both.label_ids],
  ['however its ids are put', ['none', 'b', 'a']],
])('a page behind one that was read is found from there, %s', async (_how, label_ids) => {
  await using place = await twoProcesses();
  const { steps, watched } = explained(place.here);
  const fromCursor = () => steps.filter(({ detail }) => /created_at<\?/.test(detail)).length;
  listReleases(watched, { offset: 4, limit: 3, label_ids: both.label_ids });
  expect(fromCursor()).toBe(0);
  listReleases(watched, { offset: 7, limit: 3, label_ids });
  // In the index of each label.
  expect(fromCursor()).toBe(both.label_ids.length);
});

test('what is behind the end of a list is not looked for', async () => {
  await using place = await twoProcesses();
  const { steps, watched } = explained(place.here);
  expect(listReleases(watched, { offset: 10, limit: 9, ...both })).toHaveLength(2);
  const before = steps.length;
  expect(listReleases(watched, { offset: 12, limit: 1, ...both })).toEqual([]);
  expect(listReleases(watched, { offset: 900, limit: 9, ...both })).toEqual([]);
  expect(steps).toHaveLength(before);
});

test('where a page begins is found anew after each write', async () => {
  await using place = await twoProcesses();
  for (const by of [place.here, place.elsewhere]) {
    listReleases(place.here, { offset: 4, limit: 3, ...both });
    by.run("UPDATE release SET title = title || '!' WHERE id = 'r-1'");
    const { steps, watched } = explained(place.here);
    listReleases(watched, { offset: 4, limit: 3, ...both });
    expect(steps.filter(({ detail }) => /created_at<\?/.test(detail))).toEqual([]);
  }
});

test('of as many rows as a page has at most one place is remembered, and no later one given', () => {
  const cursors = createCursors();
  const cursor = (offset: number) => ({ offset, key: `${offset}`, id: `${offset}` });
  for (let offset = 0; offset <= 1000; offset += 1) cursors.keep(cursor(offset));
  const known = Array.from({ length: 1001 }, (_, offset) => cursors.before(offset)?.offset);
  expect(new Set(known)).toEqual(
    new Set([undefined, 99, 199, 299, 399, 499, 599, 699, 799, 899, 999, 1000]),
  );
  expect([known[98], known[99], known[250], known[1000]]).toEqual([undefined, 99, 199, 1000]);
});

test('no more than a thousand lists are remembered, nor more bytes of what they were asked for by', async () => {
  await using place = await twoProcesses();
  const { cursors, filters } = listMemoryOf(place.here);
  for (let n = 0; n < 1100; n += 1) {
    cursors.set(`${n}`, createCursors());
    filters.set(`${n}`, { known: {} });
  }
  expect([cursors.size, filters.size]).toEqual([1000, 1000]);
  for (const n of numbers) {
    cursors.set(`${n}`.padStart(200_000, '0'), createCursors());
    filters.set(`${n}`.padStart(50_000, '0'), { known: undefined });
  }
  expect(cursors.size).toBeLessThan(12);
  expect(filters.size).toBeLessThan(12);
});
