import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabaseFile as openWith } from '../../../src/lib/database/open.ts';
import { migrate } from '../../../src/service/database/migrations/migrate.ts';
import type { Db, Schema } from '../../../src/service/database/schema.ts';
import { emitChanged } from '../../../src/service/events/emit.ts';
import { chooseEvents, listHooks, removeHook } from '../../../src/service/events/hooks.ts';
import { takeDue } from '../../../src/service/events/outbox.ts';
import { removeEventsOf } from '../../../src/service/events/prune.ts';
import { listSubscribers } from '../../../src/service/resources/subscribers/subscribers.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { openFile } from '../open-file.ts';
import { createEarlierFile, migrationNames } from './earlier-file.ts';

const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
const subscriber = (id: string, email: string, day: number) =>
  `INSERT INTO subscriber (id, email, created_at, updated_at)
   VALUES ('${id}', '${email}', '${at(day)}', '${at(day)}');`;
const subscription = (id: string, list: string, position: number) =>
  `INSERT INTO subscription (subscriber_id, list_id, position)
   VALUES ('${id}', '${list}', ${position});`;
const list = (id: string) =>
  `INSERT INTO subscriber_list (id, name, created_at, updated_at)
   VALUES ('${id}', 'List ${id}', '${at(1)}', '${at(1)}');`;

test.each(migrationNames.map((_, index) => index + 1).slice(1))(
  'migrates a file with the first %i migrations, which a version without migrations then refuses',
  async (count) => {
    await using folder = await tempFolder(inMemory);
    const file = join(folder.path, 'x.db');
    const rows = list('x') + subscriber('u', 'u@example.com', 1) + subscription('u', 'x', 0);
    await createEarlierFile(file, count, rows);
    {
      await using database = await openFile(file);
      expect(await listSubscribers(database.db, {})).toMatchObject([
        { id: 'u', lists: [{ id: 'x' }] },
      ]);
      expect(await columnsOf(database.db)).toEqual(await columnsOfNew());
    }
    expect(() => openWith(file, ['SELECT 1'], [])).toThrow(/written by a newer Waymark/);
  },
);

test('refuses a file from before migrations, says what to do, and leaves it unchanged', async () => {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  {
    using old = openWith(
      file,
      ['CREATE TABLE workspace (id TEXT PRIMARY KEY); CREATE TABLE release (id TEXT PRIMARY KEY)'],
      [],
    );
    old.exec("INSERT INTO release VALUES ('r')");
  }
  const before = await readFile(file);
  await expect(openFile(file)).rejects.toThrow(
    /x\.db cannot be opened \(it lacks the table "kysely_migration".*import the export into another file\)\.$/,
  );
  expect(await readFile(file)).toEqual(before);
});

async function columnsOfNew() {
  await using folder = await tempFolder(inMemory);
  await using database = await openFile(join(folder.path, 'new.db'));
  return columnsOf(database.db);
}

async function columnsOf(db: Db) {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT t.name AS "table", c.name AS "column", c.type, c."notnull"
    FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' ORDER BY t.name, c.name`.execute(db);
  return rows;
}

test('hooks keep their event, secret and pending deliveries, and can choose other events', async () => {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  await createEarlierFile(
    file,
    2,
    `INSERT INTO hook (id, url, event, secret, created_at) VALUES
       ('h', 'https://example.com/', 'release.scheduled', 'whsec_x', '${at(1)}');
     INSERT INTO event VALUES ('e', 'release.scheduled', 'r', '{}', '${at(2)}');
     INSERT INTO delivery (event_id, hook_id, due_at) VALUES ('e', 'h', '${at(2)}');`,
  );
  await using database = await openFile(file);
  const { db } = database;
  expect(await listHooks(db)).toMatchObject([
    { id: 'h', events: ['release.scheduled'], waiting: 1 },
  ]);
  expect(
    await takeDue(db, { now: new Date(at(3)), busy: [], holder: 'one', leaseMs: 60_000 }),
  ).toMatchObject([{ event_id: 'e', secret: 'whsec_x', payload: '{}' }]);
  await removeEventsOf(db, 'r');
  expect(await db.selectFrom('event').select('id').execute()).toEqual([]);
  await chooseEvents(db, 'h', ['content.changed']);
  await emitChanged(db, { kind: 'label', id: 'l' }, new Date(at(3)));
  expect(await listHooks(db)).toMatchObject([{ events: ['content.changed'], waiting: 1 }]);
  await removeHook(db, 'h', new Date(at(4)));
  expect(await db.selectFrom('hook_event').selectAll().execute()).toEqual([]);
});

test('a database of a newer Waymark is refused, and the error names the unknown migration', async () => {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  {
    await using database = await openFile(file);
    await sql`INSERT INTO kysely_migration VALUES ('9999-later', ${at(9)})`.execute(database.db);
  }
  await expect(openFile(file)).rejects.toThrow(/migration "9999-later".*Update Waymark/);
});

test('a failed migration is rolled back', async () => {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  await using database = await openFile(file);
  const broken = async (db: Kysely<Schema>) => {
    await db.schema.createTable('half').addColumn('id', 'text').execute();
    throw new Error('in the middle');
  };
  const names = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(database.db);
  const taken = names.rows.map(({ name }) => [name, { up: async () => {} }]);
  const all = { ...Object.fromEntries(taken), '9999-broken': { up: broken } };
  await expect(migrate(database.db, all)).rejects.toThrow('in the middle');
  const tables = await database.db.introspection.getTables();
  expect(tables.map(({ name }) => name)).not.toContain('half');
  await using again = await openFile(file);
  expect(await listSubscribers(again.db, {})).toEqual([]);
});

test('opens a file in which an earlier start created only the migration tables', async () => {
  await using folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  {
    using begun = new DatabaseSync(file);
    begun.exec(`
      CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255));
      CREATE TABLE kysely_migration_lock (id varchar(255) PRIMARY KEY, is_locked integer)`);
  }
  await using database = await openFile(file);
  expect(await listSubscribers(database.db, {})).toEqual([]);
});
