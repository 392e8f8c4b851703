import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openInbox } from '../../../src/receiver/inbox/open.ts';
import type { OpenDatabase } from '../../../src/service/database/location.ts';
import { openingRefused } from '../../../src/service/database/sqlite/open.ts';
import { inTransaction } from '../../../src/service/database/transaction.ts';
import { listProjects } from '../../../src/service/resources/parts.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openFile } from '../open-file.ts';

const addProject = ({ db }: Pick<OpenDatabase, 'db'>) =>
  db.insertInto('project').values({ id: 'p', name: 'P', slug: 'p' }).execute();

test('uses WAL, full synchronous writes, foreign keys and a busy timeout of 5 seconds', async () => {
  await using folder = await tempFolder();
  await using database = await openFile(join(folder.path, 'x.db'));
  const value = async (pragma: string) => {
    const { rows } = await sql<object>`${sql.raw(`PRAGMA ${pragma}`)}`.execute(database.db);
    return Object.values(rows[0] ?? {})[0];
  };
  expect(await value('journal_mode')).toBe('wal');
  expect(await value('synchronous')).toBe(2);
  expect(await value('foreign_keys')).toBe(1);
  expect(await value('busy_timeout')).toBe(5000);
});

test('opening an existing database again keeps its data', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  {
    await using database = await openFile(file);
    await addProject(database);
  }
  await using database = await openFile(file);
  expect(await listProjects(database.db, {})).toMatchObject([{ id: 'p' }]);
});

test('the error for a file that is no database, or a missing folder, suggests another file', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  await writeFile(file, 'not a database at all, only some text');
  await expect(openFile(file)).rejects.toThrow(/Choose another file with --database/);
  const nowhere = openFile(join(folder.path, 'no', 'x.db'));
  await expect(nowhere).rejects.toThrow(/Choose another file/);
});

test.each([
  [
    'is of a newer schema',
    "INSERT INTO kysely_migration VALUES ('9999-later', '')",
    /newer Waymark.*Update Waymark to open it\)\.$/,
  ],
  [
    'is damaged',
    'PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 9999',
    /malformed.*\)\. Move it away.*"restore"\.$/,
  ],
])('the error for a file suggests what can help: the file %s', async (_what, sql, message) => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  await (await openFile(file))[Symbol.asyncDispose]();
  {
    using damaging = new DatabaseSync(file, { defensive: false });
    damaging.exec(sql);
  }
  await expect(openFile(file)).rejects.toThrow(message);
});

test('the error for a file that another process keeps locked suggests to try again later', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  using other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE');
  // The same error that opening a database gives after its timeout of five seconds.
  using waiting = new DatabaseSync(file, { timeout: 0 });
  let refusal: unknown;
  try {
    waiting.exec('BEGIN IMMEDIATE');
  } catch (error) {
    refusal = openingRefused(file, error);
  }
  expect(String(refusal)).toMatch(/another process has the database open\. Try again later\)\.$/);
});

test.each([
  ['a text', async (file: string) => writeFile(file, 'not a database at all, only some text')],
  [
    'the database of another program',
    async (file: string) => {
      using other = new DatabaseSync(file);
      other.exec('CREATE TABLE bookmark (url TEXT); PRAGMA user_version = 1');
    },
  ],
  ['the inbox of a receiver', async (file: string) => openInbox(file)[Symbol.dispose]()],
])('leaves %s unchanged, including its permissions', async (_what, write) => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  await write(file);
  await chmod(file, 0o644);
  const before = await readFile(file);
  await expect(openFile(file)).rejects.toThrow(
    /not changed.*--database|not a database.*--database/,
  );
  expect(await readFile(file)).toEqual(before);
  expect(await modeOf(file)).toBe('644');
});

test('refuses a folder and leaves it unchanged', async () => {
  await using folder = await tempFolder();
  await chmod(folder.path, 0o755);
  await expect(openFile(folder.path)).rejects.toThrow(
    /not a regular file.*left unchanged.*--database/,
  );
  expect(await modeOf(folder.path)).toBe('755');
});

test('a transaction that throws is rolled back', async () => {
  await using folder = await tempFolder();
  await using database = await openFile(join(folder.path, 'x.db'));
  const failing = inTransaction(database.db, async (db) => {
    await addProject({ db });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await listProjects(database.db, {})).toEqual([]);
});

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

test('creates its files readable and writable by their owner alone', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  await using database = await openFile(file);
  await addProject(database);
  for (const path of [file, `${file}-wal`, `${file}-shm`]) expect(await modeOf(path)).toBe('600');
});

test('removes the permissions of others from an existing file, and keeps those of its group', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  await (await openFile(file))[Symbol.asyncDispose]();
  await chmod(file, 0o644);
  await (await openFile(file))[Symbol.asyncDispose]();
  expect(await modeOf(file)).toBe('640');
});

test('no other process can open or read a database that is opened exclusively', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  const alone = await openFile(file, { isExclusive: true });
  await addProject(alone);
  {
    using other = new DatabaseSync(file, { timeout: 0 });
    expect(() => other.prepare('SELECT id FROM project').all()).toThrow(/locked/);
  }
  await alone[Symbol.asyncDispose]();
  await using database = await openFile(file);
  expect(await listProjects(database.db, {})).toMatchObject([{ id: 'p' }]);
  await expect(openFile(file, { isExclusive: true })).rejects.toThrow(
    /A service or command is using the database .*x\.db\. Stop that process first\.$/,
  );
});
