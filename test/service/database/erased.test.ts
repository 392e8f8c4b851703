import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openServiceFile } from '../../../src/service/database/sqlite/file.ts';
import { forgetDeleted } from '../../../src/service/open-database.ts';
import { eraseSubscriber } from '../../../src/service/resources/subscribers/subscribers.ts';
import { randomFrom } from '../../support/random-from.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { openFile } from '../open-file.ts';

const at = '2026-01-01T00:00:00.000Z';
const email = 'Ada.Lovelace@example.com';
const insert = 'INSERT INTO subscriber (id, email, created_at, updated_at) VALUES (?, ?, ?, ?)';

async function place() {
  const folder = await tempFolder(inMemory);
  const file = join(folder.path, 'x.db');
  return { ...folder, file, location: { engine: 'sqlite', file } as const };
}

/** Which of the texts occur in a database's files, ignoring case. */
async function found(folder: string, texts: readonly string[]): Promise<string[]> {
  const names = await readdir(folder);
  const bytes = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  const all = bytes.join('\n').toLowerCase();
  return texts.filter((text) => all.includes(text.toLowerCase()));
}

test('an erased subscriber leaves no bytes in the database file or its WAL', async () => {
  await using it = await place();
  await using beside = await openFile(it.file);
  await beside.db
    .insertInto('subscriber')
    .values({ id: 'u', email, created_at: at, updated_at: at })
    .execute();
  expect(await found(it.path, [email])).toEqual([email]);
  {
    await using database = await openFile(it.file);
    await eraseSubscriber(database.db, 'u', new Date(at));
  }
  expect(forgetDeleted(it.location)).toBe(true);
  expect(await found(it.path, [email])).toEqual([]);
  const trace = await beside.db.selectFrom('erasure').selectAll().execute();
  expect(trace).toEqual([
    { kind: 'subscriber', sha256: expect.stringMatching(/^[\da-f]{64}$/), erased_at: at },
  ]);
});

test('deleted rows are overwritten in the database file', async () => {
  await using it = await place();
  {
    await using database = await openFile(it.file);
    const label = { id: 'l', name: 'To be deleted', slug: 's', color: '#000' };
    await database.db.insertInto('label').values(label).execute();
    await database.db.deleteFrom('label').execute();
  }
  expect(await found(it.path, ['To be deleted'])).toEqual([]);
});

test('copies of rows that SQLite left behind when it split pages are removed', async () => {
  await using it = await place();
  await (await openFile(it.file))[Symbol.asyncDispose]();
  const gone = comeAndGo(it.file);
  expect((await found(it.path, gone)).length).toBeGreaterThan(0);
  expect(forgetDeleted(it.location)).toBe(true);
  expect(await found(it.path, gone)).toEqual([]);
});

test('reports that the WAL may still hold an address while another process reads it', async () => {
  await using it = await place();
  await using beside = await openFile(it.file, { waitMs: 0 });
  await beside.db
    .insertInto('subscriber')
    .values({ id: 'u', email, created_at: at, updated_at: at })
    .execute();
  {
    using reader = new DatabaseSync(it.file);
    reader.exec('BEGIN; SELECT * FROM subscriber');
    await eraseSubscriber(beside.db, 'u', new Date(at));
    expect(forgetDeleted(it.location, { waitMs: 0 })).toBe(false);
    reader.exec('COMMIT');
  }
  expect(forgetDeleted(it.location)).toBe(true);
  expect(await found(it.path, [email])).toEqual([]);
});

/**
 * Inserts and deletes subscribers at random, so that pages split and merge. Returns the deleted
 * addresses.
 */
function comeAndGo(file: string): string[] {
  const connection = openServiceFile(file);
  const random = randomFrom(1);
  const [present, gone]: [string[], string[]] = [[], []];
  const remove = connection.prepare('DELETE FROM subscriber WHERE id = ?');
  connection.exec('BEGIN');
  for (let n = 0; n < 1500; n += 1) {
    if (random() < 0.6 || present.length < 10) {
      const id = `${Math.floor(random() * 1e9)}-${n}${'x'.repeat(Math.floor(random() * 60))}`;
      connection.prepare(insert).run(id, `${id}@example.com`, `${random()}`, at);
      present.push(id);
    } else {
      const [id = ''] = present.splice(Math.floor(random() * present.length), 1);
      remove.run(id);
      gone.push(`${id}@example.com`);
    }
  }
  connection.exec('COMMIT');
  connection.close();
  return gone;
}
