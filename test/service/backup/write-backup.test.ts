import { chmod, copyFile, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openInbox } from '../../../src/receiver/inbox/open.ts';
import { writeBackup } from '../../../src/service/backup/write-backup.ts';
import { setMoved } from '../../../src/service/database/sqlite/moved.ts';
import { listProjects } from '../../../src/service/resources/parts.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openFile } from '../open-file.ts';

async function place() {
  const lifetimes = new AsyncDisposableStack();
  const { path } = lifetimes.use(await tempFolder());
  const database = join(path, 'x.db');
  const { db } = lifetimes.use(await openFile(database));
  const addProject = (id: string) =>
    db.insertInto('project').values({ id, name: id, slug: id }).execute();
  const file = join(path, 'backup.db');
  return {
    path,
    database,
    db,
    addProject,
    file,
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** The project ids in a file. Opening it read-only creates no WAL files beside it. */
function projectsIn(file: string): unknown[] {
  using connection = new DatabaseSync(file, { readOnly: true });
  return connection
    .prepare('SELECT id FROM project')
    .all()
    .map((row) => row.id);
}

test('contains everything written so far to a database in use, and replaces an earlier backup', async () => {
  await using here = await place();
  await here.addProject('one');
  expect(await writeBackup(here.database, here.file)).toBe((await stat(here.file)).size);
  expect(projectsIn(here.file)).toEqual(['one']);
  await here.addProject('two');
  await writeBackup(here.database, here.file);
  expect(projectsIn(here.file)).toEqual(['one', 'two']);
  expect(await listProjects(here.db, {})).toHaveLength(2);
});

test('is a single file that only its owner can read, whatever permissions an earlier one had', async () => {
  await using here = await place();
  await writeBackup(here.database, here.file);
  await chmod(here.file, 0o644);
  await writeBackup(here.database, here.file);
  expect(((await stat(here.file)).mode & 0o777).toString(8)).toBe('600');
  const names = (await readdir(here.path)).filter((name) => name.startsWith('backup'));
  expect(names).toEqual(['backup.db']);
});

test('leaves no files beside a database that nobody has open', async () => {
  await using folder = await tempFolder();
  const database = join(folder.path, 'x.db');
  await (await openFile(database))[Symbol.asyncDispose]();
  const before = await readFile(database);
  await writeBackup(database, join(folder.path, 'backup.db'));
  expect((await readdir(folder.path)).filter((name) => name.startsWith('x'))).toEqual(['x.db']);
  expect((await readFile(database)).equals(before)).toBe(true);
});

test('keeps the WAL files of a database that is open, or was left by a killed service', async () => {
  await using here = await place();
  await here.addProject('one');
  const killed = join(here.path, 'killed.db');
  const ends = ['', '-wal', '-shm'];
  const bytes = (file: string) => Promise.all(ends.map((end) => readFile(file + end, 'latin1')));
  for (const end of ends) await copyFile(here.database + end, killed + end);
  const before = await bytes(killed);
  await writeBackup(killed, here.file);
  expect(projectsIn(here.file)).toEqual(['one']);
  expect((await bytes(killed)).slice(0, 2)).toEqual(before.slice(0, 2));
  await writeBackup(here.database, here.file);
  expect((await bytes(here.database))[1]).not.toBe('');
  await here.addProject('two');
  await writeBackup(here.database, here.file);
  expect(projectsIn(here.file)).toEqual(['one', 'two']);
});

test('does not contain deleted data', async () => {
  await using here = await place();
  await here.addProject('a-name-to-be-looked-for');
  await here.db.deleteFrom('project').execute();
  await writeBackup(here.database, here.file);
  expect((await readFile(here.file)).includes('a-name-to-be-looked-for')).toBe(false);
});

test.each([
  ['a text', (file: string) => writeFile(file, 'my notes, which are no database at all')],
  ['an empty file', (file: string) => writeFile(file, '')],
  [
    'the database of another program',
    async (file: string) => {
      using other = new DatabaseSync(file);
      other.exec('CREATE TABLE bookmark (url TEXT)');
    },
  ],
  ['the inbox of a receiver', async (file: string) => openInbox(file)[Symbol.dispose]()],
  [
    'another database of a service, in use or not',
    async (file: string) => (await openFile(file))[Symbol.asyncDispose](),
  ],
])('refuses to replace %s', async (_what, write) => {
  await using here = await place();
  await write(here.file);
  const before = await readFile(here.file);
  await expect(writeBackup(here.database, here.file)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/backup\.db is not a Waymark backup.*not changed/),
  });
  expect(await readFile(here.file)).toEqual(before);
});

test('refuses to replace a backup that is in use as a database', async () => {
  await using here = await place();
  await writeBackup(here.database, here.file);
  await using used = await openFile(here.file);
  await expect(writeBackup(here.database, here.file)).rejects.toThrow(/not changed/);
  expect(await listProjects(used.db, {})).toEqual([]);
});

test('refuses to replace a backup that was opened as a database, and says what to do', async () => {
  await using here = await place();
  await writeBackup(here.database, here.file);
  await (await openFile(here.file))[Symbol.asyncDispose]();
  const names = await readdir(here.path);
  await expect(writeBackup(here.database, here.file)).rejects.toThrow(
    /was opened as a database.*keys list.*not changed\. Move it away, or name another file\.$/,
  );
  expect(await readdir(here.path)).toEqual(names);
});

test('is never written over the database itself, also through a symbolic link', async () => {
  await using here = await place();
  await symlink(here.database, here.file);
  for (const file of [here.database, here.file, `${here.database}-wal`])
    await expect(writeBackup(here.database, file)).rejects.toThrow(/is the database itself/);
});

test('keeps an earlier backup if the database is damaged, and leaves no partial file', async () => {
  await using here = await place();
  await writeBackup(here.database, here.file);
  const [before, names] = [await readFile(here.file), await readdir(here.path)];
  const damage = "INSERT INTO release_label VALUES ('gone', 'gone', 0, '')";
  await sql.raw('PRAGMA foreign_keys = OFF').execute(here.db);
  await sql.raw(damage).execute(here.db);
  await expect(writeBackup(here.database, here.file)).rejects.toThrow(
    /x\.db was not backed up: .*"release_label" refers to.*backup\.db was not changed/,
  );
  expect(await readFile(here.file)).toEqual(before);
  expect(await readdir(here.path)).toEqual(names);
});

test('keeps an earlier backup if the database lacks a table, and names the table', async () => {
  await using here = await place();
  await writeBackup(here.database, here.file);
  const before = await readFile(here.file);
  await sql`drop table subscription`.execute(here.db);
  await expect(writeBackup(here.database, here.file)).rejects.toThrow(
    /was not backed up: it lacks the table "subscription"\..*backup\.db was not changed/,
  );
  expect(await readFile(here.file)).toEqual(before);
});

test('refuses a database that was copied to another one, except with --again', async () => {
  await using here = await place();
  await here.addProject('one');
  await writeBackup(here.database, here.file);
  const [before, names] = [await readFile(here.file), await readdir(here.path)];
  await here.addProject('two');
  await setMoved(here.db, true);
  await expect(writeBackup(here.database, here.file)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/x\.db was not backed up.*copied to another.*--again/),
  });
  expect(await readFile(here.file)).toEqual(before);
  expect(await readdir(here.path)).toEqual(names);
  await writeBackup(here.database, here.file, { again: true });
  expect(projectsIn(here.file)).toEqual(['one', 'two']);
  await expect(writeBackup(here.database, here.file)).rejects.toThrow(/was not backed up/);
});

test('serialises concurrent backups, and removes the partial file of a killed one', async () => {
  await using here = await place();
  await here.addProject('one');
  await writeFile(`${here.file}.waymark-staged`, 'half of a backup');
  await Promise.all([1, 2, 3].map(() => writeBackup(here.database, here.file)));
  expect(projectsIn(here.file)).toEqual(['one']);
  expect(await readdir(here.path)).not.toContain('backup.db.waymark-staged');
});

test('does not create a missing folder, whose disk may not be mounted', async () => {
  await using here = await place();
  const elsewhere = join(here.path, 'disk', 'backup.db');
  await expect(writeBackup(here.database, elsewhere)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(
      /x\.db was not backed up: the folder .*disk does not exist\. Create it/,
    ),
  });
  expect(await readdir(here.path)).not.toContain('disk');
});

test('does not create a missing database', async () => {
  await using folder = await tempFolder();
  const missing = join(folder.path, 'none.db');
  await expect(writeBackup(missing, join(folder.path, 'b.db'))).rejects.toThrow(
    /There is no database .*none\.db/,
  );
  expect(await readdir(folder.path)).toEqual([]);
});
