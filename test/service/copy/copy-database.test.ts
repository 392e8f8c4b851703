import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { copyDatabase } from '../../../src/service/copy/copy-database.ts';
import { schemaTables } from '../../../src/service/copy/tables.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import type { DatabaseLocation } from '../../../src/service/database/location.ts';
import type { Db, Schema } from '../../../src/service/database/schema.ts';
import { openExclusively } from '../../../src/service/database/sqlite/open.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { testDatabase } from '../../support/postgres/test-database.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { exportDataSet } from '../data-set/held-export.ts';
import { openFile } from '../open-file.ts';
import { sample } from '../sample.ts';

/** A row for each table. The type requires a value for every column, so that none is forgotten. */
const oneOfEach: { [T in keyof Schema]: Record<keyof Schema[T], unknown> } = {
  workspace: {
    id: 'w',
    name: 'W',
    slug: 'w',
    url: 'https://example.com/',
    named_at: 'now',
    release_change_types: '[]',
    roadmap_status_types: '[]',
  },
  project: { id: 'p', name: 'P', slug: 'p', changed_at: 'then' },
  label: { id: 'l', name: 'L', slug: 'l', color: '#000000', changed_at: null },
  contributor: { id: 'c', name: 'C', avatar_url: null, changed_at: 'then' },
  release: {
    id: 'r',
    title: 'Ä 🎉',
    body: 'x'.repeat(2_000_000),
    slug: 'r',
    status: 'SCHEDULED',
    version: '1',
    is_pinned: 0,
    is_public: 1,
    is_pre_release: 0,
    summary: '',
    hero: null,
    changes: '["\\u0000"]',
    attachments: '[]',
    project_id: 'p',
    scheduled_at: 'later',
    released_at: null,
    released_on: '2026-01-31',
    channels: '["news"]',
    created_at: 'then',
    updated_at: 'then',
  },
  release_label: { release_id: 'r', label_id: 'l', position: 0, created_at: 'then' },
  release_contributor: { release_id: 'r', contributor_id: 'c', position: 0 },
  milestone: {
    id: 'm',
    number: 7,
    title: 'M',
    body: '',
    slug: 'm',
    status: 'done',
    stage: 'COMPLETED',
    is_public: 1,
    upvote_count: 2 ** 40,
    project_id: null,
    attachments: '[]',
    started_at: null,
    started_on: null,
    ended_at: null,
    ended_on: '2026-01-31',
    created_at: 'then',
    updated_at: 'then',
  },
  milestone_label: { milestone_id: 'm', label_id: 'l', position: 0 },
  subscriber_list: { id: 'sl', name: 'S', created_at: 'then', updated_at: 'then' },
  subscriber: { id: 's', email: 'Ada@Example.com', created_at: 'then', updated_at: 'then' },
  subscription: { subscriber_id: 's', list_id: 'sl', position: 0 },
  incoming_webhook: {
    id: 'i',
    name: 'I',
    type: 'RELEASE',
    is_enabled: 1,
    url: 'https://example.com/t',
    token: 't',
    last_triggered_at: null,
    created_at: 'then',
    updated_at: 'then',
  },
  file: { name: 'f.png', type: 'image/png', bytes: new Uint8Array([0, 1, 255]) },
  unused_upload: { name: 'f.png', uploaded_at: 'then' },
  api_key: {
    id: 'k',
    name: 'K',
    sha256: 'd',
    created_at: 'then',
    expires_at: 'x',
    revoked_at: null,
    created_by: 'ada',
    last_used_on: '2026-01-31',
  },
  desk_user: { id: 'u', name: 'ada', role: 'writer', created_at: 'then' },
  desk_link: { user_id: 'u', sha256: 'l', expires_at: 'then' },
  desk_session: {
    ...{ id: 'x', user_id: 'u', sha256: 's', agent: 'a', created_at: 'then', used_at: 'then' },
  },
  desk_markdown: { release_id: 'r', markdown: '*m*', sha256: 'm' },
  activity: { id: 'a', at: 'then', actor: 'ada', action: 'did', subject: 'r' },
  hook: {
    id: 'h',
    url: 'https://example.com/',
    secret: 's',
    created_at: 'then',
    disabled_at: null,
    previous_secret: 'p',
    previous_secret_until: 'x',
    leased_by: 'l',
    leased_until: 'then',
  },
  hook_event: { hook_id: 'h', event: 'release.published' },
  event: { id: 'e', name: 'release.published', release_id: 'r', payload: '{}', created_at: 'then' },
  delivery: {
    event_id: 'e',
    hook_id: 'h',
    attempts: 3,
    due_at: 'then',
    outcome: 'failed: x',
    attempted_at: 'then',
    begun_at: 'then',
  },
  erasure: { kind: 'subscriber', sha256: 'd', erased_at: 'then' },
  unfinished_import: { source: 'x.json', begun_at: 'then' },
};

type AnyRow = Record<string, unknown>;
const anyOf = (db: Db) => db as unknown as Kysely<Record<string, AnyRow>>;

async function filledFile() {
  const lifetimes = new AsyncDisposableStack();
  const { path } = lifetimes.use(await tempFolder());
  const file = join(path, 'from.db');
  const { db } = lifetimes.use(await openFile(file, { isExclusive: true }));
  const tables = await schemaTables();
  for (const { name } of tables)
    await anyOf(db)
      .insertInto(name)
      .values(oneOfEach[name as keyof Schema])
      .execute();
  return { path, file, db, tables, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

async function target(engine: 'sqlite' | 'postgres') {
  const lifetimes = new AsyncDisposableStack();
  const location: DatabaseLocation =
    engine === 'postgres'
      ? { engine, url: lifetimes.use(await testDatabase()).url }
      : { engine, file: join(lifetimes.use(await tempFolder()).path, 'to.db') };
  const { db } = lifetimes.use(await openDatabase(location));
  return { db, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

describe.each(['sqlite', 'postgres'] as const)('into %s', (engine) => {
  test('copies every table of the schema with every value unchanged', async () => {
    await using from = await filledFile();
    await using to = await target(engine);
    const names = from.tables.map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(oneOfEach).toSorted());
    const copied = await copyDatabase(from.db, to.db);
    expect(copied).toEqual({ tables: names.length, rows: names.length });
    for (const name of names) {
      const [row] = await anyOf(to.db).selectFrom(name).selectAll().execute();
      const wanted: AnyRow = oneOfEach[name as keyof Schema];
      if (row?.bytes instanceof Uint8Array) row.bytes = new Uint8Array(row.bytes);
      expect({ name, ...row }).toEqual({ name, ...wanted });
    }
  });

  test('gives the same export afterwards', async () => {
    await using folder = await tempFolder();
    await using from = await openFile(join(folder.path, 'x.db'));
    await importDataSet(from.db, sample(), []);
    await using to = await target(engine);
    await copyDatabase(from.db, to.db);
    expect(await exportDataSet(to.db)).toEqual(await exportDataSet(from.db));
  });

  test('refuses a database that is not empty, and leaves the file in use', async () => {
    await using from = await filledFile();
    await using to = await target(engine);
    await to.db
      .insertInto('api_key')
      .values({ ...key, id: 'other' })
      .execute();
    await expect(copyDatabase(from.db, to.db)).rejects.toThrow(
      /not empty: it has rows in "api_key"/,
    );
    expect(await to.db.selectFrom('project').selectAll().execute()).toEqual([]);
    await expectInUse(from);
  });

  test('leaves no rows behind if it fails, and leaves the file in use', async () => {
    await using from = await filledFile();
    await using to = await target(engine);
    const second = { source: 'y.json', begun_at: oneOfEach.unfinished_import.begun_at };
    await anyOf(from.db).insertInto('unfinished_import').values(second).execute();
    const index = to.db.schema.createIndex('one').on('unfinished_import').unique();
    await index.column('begun_at').execute();
    await expect(copyDatabase(from.db, to.db)).rejects.toThrow(/unique/i);
    expect(await to.db.selectFrom('project').selectAll().execute()).toEqual([]);
    await expectInUse(from);
  });
});

test('refuses a database whose schema differs', async () => {
  await using from = await filledFile();
  await using to = await target('sqlite');
  await to.db.schema.alterTable('hook').dropColumn('previous_secret').execute();
  await expect(copyDatabase(from.db, to.db)).rejects.toThrow(/"hook" differs/);
});

const key = { name: 'K', sha256: 'other', created_at: 'then' };

async function expectInUse(from: AsyncDisposable & { file: string; db: Db }): Promise<void> {
  const { rows } = await sql<{ application_id: number }>`PRAGMA application_id`.execute(from.db);
  expect(rows).toEqual([{ application_id: 0 }]);
}

test('ignores a table of another program', async () => {
  await using from = await filledFile();
  await using to = await target('sqlite');
  await sql`create table _litestream_seq (id integer primary key)`.execute(from.db);
  await sql`insert into _litestream_seq values (1)`.execute(from.db);
  const { tables } = await copyDatabase(from.db, to.db);
  expect(tables).toBe(from.tables.length);
  expect((await to.db.introspection.getTables()).map(({ name }) => name)).not.toContain(
    '_litestream_seq',
  );
});

test('refuses a file that lacks a table, and names it', async () => {
  await using from = await filledFile();
  await using to = await target('sqlite');
  await sql`drop table subscription`.execute(from.db);
  await expect(copyDatabase(from.db, to.db)).rejects.toThrow(
    /^The database is damaged: it lacks the table "subscription".*Nothing was copied/,
  );
  await expectInUse(from);
});

test('lists texts that PostgreSQL cannot store by table, id and column, and copies nothing', async () => {
  await using from = await filledFile();
  await using to = await target('sqlite');
  const bad = [
    ['release', 'title', "cast(x'610062' as text)", "id = 'r'"],
    ['contributor', 'name', "cast(x'61eda08062' as text)", "id = 'c'"],
    ['delivery', 'outcome', "cast(x'ff' as text)", 'true'],
  ];
  for (const [table, column, value, where] of bad)
    await sql.raw(`UPDATE ${table} SET ${column} = ${value} WHERE ${where}`).execute(from.db);
  const refused = copyDatabase(from.db, to.db);
  await expect(refused).rejects.toMatchObject({ exitCode: 2 });
  for (const named of [
    'release r, title: holds U+0000\n',
    'contributor c, name: holds a lone surrogate, or invalid bytes',
    'delivery e, h, outcome: holds a lone surrogate, or invalid bytes',
  ])
    await expect(refused).rejects.toThrow(named);
  expect(await to.db.selectFrom('project').selectAll().execute()).toEqual([]);
});

test('a file that was copied opens only with --again, and after that as before', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  {
    await using from = await openFile(file, { isExclusive: true });
    await using to = await target('sqlite');
    await copyDatabase(from.db, to.db);
  }
  await expect(openFile(file)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/was copied to another database.*DATABASE_URL.*--again/),
  });
  await (await openDatabase({ engine: 'sqlite', file, again: true }))[Symbol.asyncDispose]();
  await (await openFile(file))[Symbol.asyncDispose]();
  using plain = new DatabaseSync(file);
  expect(plain.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0 });
});

test('a file that was copied stays marked if another copy fails, early or late', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  {
    await using from = await openFile(file, { isExclusive: true });
    await importDataSet(from.db, sample(), []);
    await using to = await target('sqlite');
    await copyDatabase(from.db, to.db);
  }
  await expect(openExclusively({ file }, 'Nothing was copied')).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(
      /^Nothing was copied\. .*was copied to another database.*--again/,
    ),
  });
  {
    // Closed before anything is copied, as if PostgreSQL did not answer.
    await using _from = await openExclusively({ file, again: true }, 'Nothing was copied');
  }
  await expect(openFile(file)).rejects.toThrow(/was copied to another database/);
  {
    await using from = await openExclusively({ file, again: true }, 'Nothing was copied');
    await using to = await target('sqlite');
    await importDataSet(to.db, sample(), []);
    await expect(copyDatabase(from.db, to.db)).rejects.toThrow(/not empty/);
    await failAtEnd(from.db);
  }
  await expect(openFile(file)).rejects.toThrow(/was copied to another database/);
});

/** Makes a copy fail at its commit, when all rows are written and the file is marked. */
async function failAtEnd(from: Db): Promise<void> {
  await using to = await target('sqlite');
  await sql`create table late (id text primary key, release_id text
    references release (id) deferrable initially deferred) strict`.execute(to.db);
  await sql`create trigger at_end after insert on project
    begin insert or ignore into late values ('x', 'missing'); end`.execute(to.db);
  await expect(copyDatabase(from, to.db)).rejects.toThrow(/FOREIGN KEY/);
}
