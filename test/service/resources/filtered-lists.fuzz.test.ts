// @module-tag soak

import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Label } from '../../../src/model/api/parts.ts';
import type { Release } from '../../../src/model/api/release.ts';
import type { ListReleases } from '../../../src/service/contract/lists.ts';
import type { Milestone } from '../../../src/service/contract/resources.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { RefusedError } from '../../../src/service/refused-error.ts';
import { listMilestones } from '../../../src/service/resources/milestones.ts';
import { publishRelease } from '../../../src/service/resources/releases/publish-release.ts';
import { listReleases } from '../../../src/service/resources/releases/releases.ts';
import { updateRelease } from '../../../src/service/resources/releases/write-release.ts';
import { listSubscribers } from '../../../src/service/resources/subscribers/subscribers.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { createEarlierFile } from '../database/earlier-file.ts';
import { explained } from '../database/explained.ts';
import { openFile } from '../open-file.ts';
import { milestone, release, sample } from '../sample.ts';
import { migratedStore } from '../store.ts';

const days = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => `${day}T09:00:00.000Z`);
const labels = ['a', 'b', 'c'].map((id) => ({ id, name: id, slug: id, color: '#111111' }));
const projects = ['p', 'q'].map((id) => ({ id, name: id, slug: id }));
const lists = ['x', 'y', 'z'].map((id) => ({ id, name: `List ${id}` }));
const ids = (prefix: string) => Array.from({ length: 12 }, (_, n) => `${prefix}-${n}`);
const everything = {};

const someRelease = fc
  .record({
    id: fc.constantFrom(...ids('r')),
    slug: fc.constantFrom('one', 'two'),
    status: fc.constantFrom<Release['status']>('DRAFT', 'SCHEDULED', 'RELEASED'),
    is_public: fc.boolean(),
    project: fc.constantFrom(null, ...projects),
    labels: fc.subarray(labels),
    created_at: fc.constantFrom(...days),
  })
  .map(({ id, ...over }) => release(id, { ...over, scheduled_at: '2031-01-01T00:00:00.000Z' }));

const someMilestone = fc
  .record({
    id: fc.constantFrom(...ids('m')),
    slug: fc.constantFrom('one', 'two'),
    status: fc.constantFrom('Planned', 'Shipped'),
    is_public: fc.boolean(),
    project: fc.constantFrom(null, ...projects),
    created_at: fc.constantFrom(...days),
  })
  .map(({ id, ...over }) => milestone(id, over));

const someSubscriber = fc
  .record({
    id: fc.constantFrom(...ids('u')),
    lists: fc.subarray(lists),
    created_at: fc.constantFrom(...days),
  })
  .map((one) => ({ ...one, email: `${one.id}@example.com`, updated_at: one.created_at }));

const anyOf = (values: string[]) => fc.subarray([...values, 'none'], { minLength: 1 });
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const query = fc.record({
  offset: fc.nat(4),
  limit: fc.integer({ min: 1, max: 8 }),
  slug: maybe(fc.constantFrom('one', 'two', 'none')),
  status: maybe(fc.constantFrom('DRAFT', 'SCHEDULED', 'RELEASED', 'Planned', 'Shipped')),
  is_public: maybe(fc.boolean()),
  project_id: maybe(fc.constantFrom('p', 'q', 'none')),
  label_ids: maybe(anyOf(['a', 'b', 'c'])),
  list_ids: maybe(anyOf(['x', 'y', 'z'])),
  created_before: maybe(fc.constantFrom(...days, '2026-01-02T09:00:00.001Z')),
});
/** Queries by a single label, which are looked up differently from all other filters. */
const byLabel = fc.tuple(query, fc.constantFrom('a', 'b', 'c')).map(([one, label]) => ({
  ...one,
  label_ids: [label],
  ...{ slug: undefined, status: undefined, is_public: undefined, project_id: undefined },
}));
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

interface Row extends Pick<Milestone, 'slug' | 'status' | 'is_public' | 'project' | 'created_at'> {
  labels: { id: string }[];
}

const at = days[0] ?? '';
const member = { id: 'u', email: 'u@example.com', lists, created_at: at, updated_at: at };

/** The expected page, from filtering all rows. */
function slowly<T extends Row>(rows: T[], asked: Query): T[] {
  const { offset, limit, slug, status, is_public, project_id, label_ids, created_before } = asked;
  return rows
    .filter(
      (row) =>
        (slug === undefined || row.slug === slug) &&
        (status === undefined || row.status === status) &&
        (is_public === undefined || row.is_public === is_public) &&
        (project_id === undefined || row.project?.id === project_id) &&
        (created_before === undefined || row.created_at < created_before) &&
        (!label_ids || row.labels.some(({ id }) => label_ids.includes(id))),
    )
    .slice(offset, offset + limit);
}

/** A release may not exist, or may already be published. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof RefusedError)) throw error;
}

test('filtered pages match a filter over all rows, whatever was written before', async () => {
  await using store = await migratedStore();
  await using database = await openDatabase(store.location);
  const written = fc.record({
    releases: fc.array(someRelease),
    milestones: fc.array(someMilestone),
    subscribers: fc.array(someSubscriber),
    published: fc.constantFrom(...ids('r')),
    moved: fc.constantFrom(...ids('r')),
    queries: fc.array(fc.oneof(query, byLabel), { minLength: 10 }),
  });
  await fc.assert(
    fc.asyncProperty(written, async ({ queries, published, moved, ...rows }) => {
      await importDataSet(database.db, { ...sample(), labels, projects, ...rows }, []);
      const now = new Date('2026-03-01T09:00:00.000Z');
      const show = (one: Release) => one;
      const input = { is_public: true, project_id: 'q', label_ids: ['c', 'a'] };
      await publishRelease(database.db, published, { move: {}, now, show }).catch(unlessRefused);
      const at = { clock: { now: () => now }, origin: '' };
      await updateRelease(database.db, { id: moved, input }, at).catch(unlessRefused);

      const all = await listReleases(database.db, everything);
      const milestones = await listMilestones(database.db, everything);
      const subscribers = await listSubscribers(database.db, everything);
      for (const asked of queries) {
        expect(await listReleases(database.db, asked as ListReleases)).toEqual(slowly(all, asked));
        const { label_ids, ...others } = asked;
        expect(await listMilestones(database.db, asked)).toEqual(
          slowly(milestones, { ...others, label_ids: undefined }),
        );
        const { offset, limit, list_ids } = asked;
        const members = subscribers.filter(
          (one) => !list_ids || one.lists.some(({ id }) => list_ids.includes(id)),
        );
        expect(await listSubscribers(database.db, asked)).toEqual(
          members.slice(offset, offset + limit),
        );
      }
    }),
    { numRuns: fuzzRuns(4) },
  );
});

test.each<[string, typeof listReleases | typeof listMilestones | typeof listSubscribers, object]>([
  ['releases', listReleases, {}],
  ['releases by status', listReleases, { status: 'DRAFT' }],
  ['releases by visibility', listReleases, { is_public: true }],
  ['releases by both', listReleases, { status: 'RELEASED', is_public: true }],
  ['releases by project', listReleases, { project_id: 'p' }],
  ['releases by label', listReleases, { label_ids: ['a'] }],
  ['releases by several labels', listReleases, { label_ids: ['a', 'b', 'c'] }],
  ['releases by label and project', listReleases, { label_ids: ['a', 'b'], project_id: 'p' }],
  ['releases before a time', listReleases, { created_before: at }],
  ['releases by project, before a time', listReleases, { project_id: 'p', created_before: at }],
  ['milestones', listMilestones, {}],
  ['milestones by status', listMilestones, { status: 'Shipped' }],
  ['milestones by visibility', listMilestones, { is_public: true }],
  [
    'milestones by visibility, before a time',
    listMilestones,
    { is_public: true, created_before: at },
  ],
  ['milestones by project', listMilestones, { project_id: 'p' }],
  ['subscribers', listSubscribers, {}],
  ['subscribers by list', listSubscribers, { list_ids: ['x'] }],
  ['subscribers by several lists', listSubscribers, { list_ids: ['x', 'y'] }],
])(
  'finds the page of %s with a covering index and without sorting',
  async (_what, list, filters) => {
    const plan = await planOf((db) => list(db, { offset: 0, limit: 10, ...filters }), linkMany);
    // An index gives the ids of the page; the listed rows are then looked up by id.
    const listed = /^(?:SEARCH|SCAN) (?:release|release_label|milestone|subscriber)\b/;
    const walked = plan.filter(({ detail }) => listed.test(detail) && !/\(id=\?\)/.test(detail));
    expect(walked).toMatchObject([{ detail: expect.stringContaining('USING COVERING INDEX') }]);
    const beside = plan.filter(({ parent }) => parent === walked[0]?.parent);
    expect(beside.filter(({ detail }) => detail.includes('TEMP B-TREE'))).toEqual([]);
    const links = plan.filter(({ detail }) => /^(?:SEARCH|SCAN) x\b/.test(detail));
    expect(links.filter(({ detail }) => !/USING (?:PRIMARY KEY|COVERING)/.test(detail))).toEqual(
      [],
    );
  },
);

test('finds the visible releases of a label in the order of its links', async () => {
  const filters = { label_ids: ['x'], status: 'RELEASED' as const, is_public: true };
  const query = { offset: 0, limit: 10, ...filters };
  const plan = await planOf((db) => listReleases(db, query), linkMany);
  const details = plan.map(({ detail }) => detail);
  const walked = details.filter((detail) => /^(?:SEARCH|SCAN) release/.test(detail));
  expect(walked.filter((detail) => !/\(id=\?\)/.test(detail))).toEqual([
    expect.stringContaining('release_label USING COVERING INDEX release_label_newest'),
  ]);
});

test.each<[string, typeof listReleases | typeof listSubscribers, object]>([
  ['releases by labels', listReleases, { label_ids: ['a', 'none'] }],
  ['subscribers by lists', listSubscribers, { list_ids: ['x', 'none'] }],
])(
  'finds the page of %s through the link table if few rows match',
  async (_what, list, filters) => {
    const plan = await planOf((db) => list(db, { offset: 0, limit: 10, ...filters }));
    const listed = plan.filter(({ detail }) =>
      /^(?:SEARCH|SCAN) (?:release|subscriber)\b/.test(detail),
    );
    expect(listed.length).toBeGreaterThan(1);
    expect(listed.filter(({ detail }) => !detail.includes('(id=?)'))).toEqual([]);
  },
);

test('finds the page of one label through the link table, without scanning releases', async () => {
  const query = { offset: 1000, limit: 10, label_ids: ['a'], created_before: at };
  const plan = await planOf((db) => listReleases(db, query), linkMany);
  const listed = plan.filter(({ detail }) => /^(?:SEARCH|SCAN) release\b/.test(detail));
  expect(listed.map(({ detail }) => detail)).toEqual([expect.stringContaining('(id=?)')]);
});

/** SQLite's plan of the queries of `read`, in a sample database that `prepare` may fill. */
async function planOf(read: (db: Db) => Promise<unknown>, prepare?: (db: Db) => Promise<void>) {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  await using database = await openFile(file);
  await importDataSet(database.db, { ...sample(), labels, subscribers: [member] }, []);
  await prepare?.(database.db);
  const { steps, watched } = explained(database.db, file);
  await read(watched);
  return steps();
}

/**
 * Links too many releases to label `a`, and subscribers to list `x`, to look them up one by one.
 */
async function linkMany(db: Db): Promise<void> {
  const rows = sql`with recursive n (id) as (select 1 union all select id + 1 from n where id < 1001)`;
  const many = sql`${rows} select 'many-' || id`;
  await sql`insert into release (id, title, body, slug, status, is_pinned, is_public,
    is_pre_release, changes, attachments, created_at, updated_at)
    ${many}, '', '', 'm', 'RELEASED', 0, 1, 0, '[]', '[]', ${at}, ${at} from n`.execute(db);
  await sql`insert into release_label (release_id, label_id, position, created_at)
    ${many}, 'a', 0, ${at} from n`.execute(db);
  await sql`insert into subscriber (id, email, created_at, updated_at)
    ${many}, id || '@example.com', ${at}, ${at} from n`.execute(db);
  await sql`insert into subscription (subscriber_id, list_id, position)
    ${many}, 'x', 0 from n`.execute(db);
}

test('a filter by project and status uses the index of the project, which matches fewer rows', async () => {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  await using database = await openFile(file);
  const { steps, watched } = explained(database.db, file);
  const filters = { project_id: 'p', is_public: true };
  await listReleases(watched, { ...filters, status: 'RELEASED', limit: 10 });
  await listMilestones(watched, { ...filters, status: 'Shipped', limit: 10 });
  const used = steps().flatMap(({ detail }) => detail.match(/\w+_(?:project|status)_newest/) ?? []);
  expect(used).toEqual(['release_project_newest', 'milestone_project_newest']);
});

describe('filters by many values', () => {
  const values = Array.from({ length: 55 }, (_, n) => `v-${n}`);
  const rows = Array.from({ length: 80 }, (_, n) => n);
  const some = (n: number) =>
    [values[n % 55], values[(n * 7) % 55]].map((id) => ({ id: id ?? '' }));
  const releases = rows.map((n) =>
    release(`r-${n}`, {
      labels: some(n).map(({ id }) => ({ ...(labels[0] as Label), id })),
      created_at: new Date(Date.UTC(2026, 0, 1 + (n % 20))).toISOString(),
    }),
  );
  const subscribers = rows.map((n) => ({
    ...member,
    id: `u-${n}`,
    lists: some(n).map(({ id }) => ({ id, name: `List ${id}` })),
  }));
  const owner = fc.nat(rows.length - 1);
  const value = fc.constantFrom(...values);
  const write = fc.oneof(
    fc.tuple(owner, value).map(
      ([n, id]) => `INSERT INTO release_label (release_id, label_id, position, created_at)
      SELECT r.id, l.id, 9, r.created_at FROM release r, label l
      WHERE r.id = 'r-${n}' AND l.id = '${id}' ON CONFLICT DO NOTHING`,
    ),
    owner.map((n) => `DELETE FROM release_label WHERE release_id = 'r-${n}'`),
    fc.tuple(value, value).map(
      ([from, to]) => `UPDATE release_label SET label_id = '${to}'
      WHERE label_id = '${from}' AND release_id NOT IN
        (SELECT release_id FROM release_label WHERE label_id = '${to}')`,
    ),
    fc.tuple(owner, value).map(
      ([n, id]) => `INSERT INTO subscription (subscriber_id, list_id, position)
      SELECT u.id, l.id, 9 FROM subscriber u, subscriber_list l
      WHERE u.id = 'u-${n}' AND l.id = '${id}' ON CONFLICT DO NOTHING`,
    ),
    owner.map((n) => `DELETE FROM subscription WHERE subscriber_id = 'u-${n}'`),
    value.map((id) => `DELETE FROM subscriber_list WHERE id = '${id}'`),
    owner.map((n) => `DELETE FROM subscriber WHERE id = 'u-${n}'`),
  );
  const asked = fc.record({
    offset: fc.nat(30),
    ids: fc.subarray(values, { minLength: 1, maxLength: 12 }),
  });

  test('match a filter over all rows, whatever is written in between', async () => {
    await using store = await migratedStore();
    await using database = await openDatabase(store.location);
    const steps = fc.array(fc.oneof(write, asked), { minLength: 20, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await importDataSet(database.db, { ...sample(), releases, subscribers }, []);
        for (const step of all) {
          if (typeof step === 'string') await sql.raw(step).execute(database.db);
          else {
            const page = { offset: step.offset, limit: 100 };
            const fits = (linked: { id: string }[]) =>
              linked.some(({ id }) => step.ids.includes(id));
            const [found, members] = [
              (await listReleases(database.db, everything)).filter((one) => fits(one.labels)),
              (await listSubscribers(database.db, everything)).filter((one) => fits(one.lists)),
            ];
            expect(await listReleases(database.db, { ...page, label_ids: step.ids })).toEqual(
              found.slice(step.offset, step.offset + 100),
            );
            expect(await listSubscribers(database.db, { ...page, list_ids: step.ids })).toEqual(
              members.slice(step.offset, step.offset + 100),
            );
          }
        }
      }),
      { numRuns: fuzzRuns(2), seed: 1 },
    );
  });
});

test('filters find rows that were written before their indexes existed', async () => {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  const at = days[0];
  await createEarlierFile(
    file,
    2,
    `INSERT INTO label VALUES ('a', 'A', 'a', '#111111');
      INSERT INTO release (id, title, body, slug, status, is_pinned, is_public, is_pre_release,
        changes, attachments, created_at, updated_at)
      VALUES ('r', 'R', '', 'r', 'RELEASED', 0, 1, 0, '[]', '[]', '${at}', '${at}'),
        ('s', 'S', '', 's', 'RELEASED', 0, 1, 0, '[]', '[]', '${days[1]}', '${days[1]}');
      INSERT INTO release_label VALUES ('r', 'a', 0), ('s', 'a', 0);
      INSERT INTO subscriber_list VALUES ('x', 'List', '${at}', '${at}');
      INSERT INTO subscriber VALUES ('u', 'u@example.com', '${at}', '${at}');
      INSERT INTO subscription VALUES ('u', 'x', 0);`,
  );
  await using database = await openFile(file);
  const newest = { label_ids: ['a'], limit: 1 };
  for (const asked of [newest, { ...newest, is_public: true, status: 'RELEASED' as const }])
    expect((await listReleases(database.db, asked)).map(({ id }) => id)).toEqual(['s']);
  const members = await listSubscribers(database.db, { ...everything, list_ids: ['x'] });
  expect(members.map(({ id }) => id)).toEqual(['u']);
});

test('filters reflect direct changes to the row of a release or subscriber', async () => {
  await using store = await migratedStore();
  await using database = await openDatabase(store.location);
  await importDataSet(database.db, sample(), []);
  const created_at = '2020-01-01T00:00:00.000Z';
  await database.db
    .updateTable('release')
    .set({ is_public: 0, created_at })
    .where('id', '=', 'timed')
    .execute();
  await database.db.updateTable('subscriber').set({ created_at }).where('id', '=', 'u-2').execute();
  const hidden = { ...everything, label_ids: ['l-speed', 'l-safety'], is_public: false };
  expect((await listReleases(database.db, hidden)).map(({ id }) => id)).toEqual([
    'hidden',
    'timed',
  ]);
  const members = await listSubscribers(database.db, { ...everything, list_ids: ['s-news'] });
  expect(members.map(({ id }) => id)).toEqual(['u-1', 'u-2']);
});
