import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openServiceDatabase } from '../../../src/service/database/open.ts';
import { openInbox } from '../../../src/webhook/inbox/open.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('writes so that what was answered survives a power cut, and waits for other processes', async () => {
  await using folder = await tempFolder();
  using database = openServiceDatabase(join(folder.path, 'x.db'));
  const value = (pragma: string) =>
    Object.values(database.get(z.looseObject({}), `PRAGMA ${pragma}`) ?? {})[0];
  expect(value('journal_mode')).toBe('wal');
  expect(value('synchronous')).toBe(2);
  expect(value('foreign_keys')).toBe(1);
  expect(value('busy_timeout')).toBe(5000);
});

test('opens a database again without touching what is there', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  {
    using database = openServiceDatabase(file);
    database.run("INSERT INTO project (id, name, slug) VALUES ('p', 'P', 'p')");
  }
  using database = openServiceDatabase(file);
  expect(database.all(z.object({ id: z.string() }), 'SELECT id FROM project')).toEqual([
    { id: 'p' },
  ]);
});

test('refuses a database of a newer version rather than harm it', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  expect(() => openServiceDatabase(file)).toThrow(/written by a newer Waymark/);
});

test('says what to do about a file that is no database, and about a folder that is missing', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  await writeFile(file, 'not a database at all, only some text');
  expect(() => openServiceDatabase(file)).toThrow(/Choose another file with --database/);
  expect(() => openServiceDatabase(join(folder.path, 'no', 'x.db'))).toThrow(/Choose another file/);
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
])('leaves %s as it is, down to who may read it', async (_what, write) => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  await write(file);
  await chmod(file, 0o644);
  const before = await readFile(file);
  expect(() => openServiceDatabase(file)).toThrow(
    /left alone.*--database|not a database.*--database/,
  );
  expect(await readFile(file)).toEqual(before);
  expect(await modeOf(file)).toBe('644');
});

test('leaves alone what is no file, such as a folder or a device', async () => {
  await using folder = await tempFolder();
  await chmod(folder.path, 0o755);
  expect(() => openServiceDatabase(folder.path)).toThrow(/it is no file.*left alone.*--database/);
  expect(await modeOf(folder.path)).toBe('755');
});

test('a transaction that throws leaves nothing behind', async () => {
  await using folder = await tempFolder();
  using database = openServiceDatabase(join(folder.path, 'x.db'));
  const fails = () => {
    database.run("INSERT INTO project (id, name, slug) VALUES ('p', 'P', 'p')");
    throw new Error('no');
  };
  expect(() => database.transaction(fails)).toThrow('no');
  expect(database.all(z.object({ id: z.string() }), 'SELECT id FROM project')).toEqual([]);
});

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

test('lets nobody but its owner read what it writes', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  using database = openServiceDatabase(file);
  database.run("INSERT INTO project (id, name, slug) VALUES ('p', 'P', 'p')");
  for (const path of [file, `${file}-wal`, `${file}-shm`]) expect(await modeOf(path)).toBe('600');
});

test('takes from everybody else the rights to a file that is there, and leaves its group theirs', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  openServiceDatabase(file)[Symbol.dispose]();
  await chmod(file, 0o644);
  openServiceDatabase(file)[Symbol.dispose]();
  expect(await modeOf(file)).toBe('640');
});
