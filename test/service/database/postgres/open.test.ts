import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../../../src/lib/log.ts';
import { limitsOfService } from '../../../../src/service/database/postgres/limits.ts';
import { openPostgres } from '../../../../src/service/database/postgres/open.ts';
import { eventually } from '../../../support/eventually.ts';
import { startProxy } from '../../../support/postgres/proxy.ts';
import { testRole } from '../../../support/postgres/role.ts';
import { runIn, type TestDatabase, testDatabase } from '../../../support/postgres/test-database.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const open = (url: string) => openPostgres(url, limitsOfService);
const settings = { name: 'SettingsError' };

/** Returns a database that all tests of a `describe` share. Call the result inside of a test. */
function shareDatabase(): () => TestDatabase {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());
  return () => database;
}

/** Everything that a log and a terminal would show of the error when opening `url` fails. */
async function shown(url: string): Promise<string> {
  const error = await open(url).then(
    () => new Error('it opened'),
    (error) => error,
  );
  const lines: string[] = [];
  createLog({ level: 'error', destination: { write: (line) => lines.push(line) } }).error({
    err: error,
  });
  return `${error}\n${inspect(error, { depth: null, showHidden: true })}\n${lines.join('')}`;
}

test('eight processes can open an empty database at the same time', async () => {
  await using database = await testDatabase();
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(database.url)));
  for (const one of opened) {
    expect(await one.db.selectFrom('release').select('id').execute()).toEqual([]);
    await one[Symbol.asyncDispose]();
  }
});

test('refuses a database of a newer Waymark, and names the unknown migration', async () => {
  await using database = await testDatabase();
  await (await open(database.url))[Symbol.asyncDispose]();
  const later = `INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01T00:00:00.000Z')`;
  await runIn(database.folder, later, database.name);
  await expect(open(database.url)).rejects.toMatchObject({ ...settings, message: /9999-later/ });
});

/** The names of the tables and views in a database. */
async function tablesIn({ folder, name }: TestDatabase): Promise<string[]> {
  const client = new pg.Client({ host: folder, user: 'waymark', database: name });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
      AND relkind IN ('r', 'v') ORDER BY 1`,
    );
    return rows.map(({ relname }) => relname);
  } finally {
    await client.end();
  }
}

test.each([
  ['a table', ['foo'], 'CREATE TABLE foo (id int)'],
  ['a table of the same name', ['project'], 'CREATE TABLE project (id int)'],
  ['a view of the same name', ['release'], 'CREATE VIEW release AS SELECT 1 AS id'],
  [
    'migrations of another program',
    ['kysely_migration', 'orders'],
    `CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255));
    INSERT INTO kysely_migration VALUES ('2024-orders', 'then'); CREATE TABLE orders (id int)`,
  ],
])(
  'refuses a database of another program, and leaves it unchanged: one with %s',
  async (_what, names, make) => {
    await using database = await testDatabase();
    await runIn(database.folder, make, database.name);
    await expect(open(database.url)).rejects.toMatchObject({
      ...settings,
      message: `The database "${database.name}" in DATABASE_URL belongs to another program (it has the tables ${names.join(', ')}), and was not changed. Use an empty database. CREATE DATABASE waymark creates an empty database.`,
    });
    expect(await tablesIn(database)).toEqual(names);
  },
);

test('accepts a database with tables in another schema, or with empty migration tables', async () => {
  await using database = await testDatabase();
  await using other = await testDatabase();
  const elsewhere = 'CREATE SCHEMA shop; CREATE TABLE shop.project (id int)';
  await runIn(database.folder, elsewhere, database.name);
  const begun = `CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL);
    CREATE TABLE kysely_migration_lock (id varchar(255) PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0)`;
  await runIn(other.folder, begun, other.name);
  for (const { url } of [database, other])
    for (const _ of ['at first', 'and again']) await (await open(url))[Symbol.asyncDispose]();
});

test('accepts a database with tables of extensions', async () => {
  await using database = await testDatabase();
  // The script of an extension would do this; the extensions in PostgreSQL itself add no tables.
  const extension = `CREATE TABLE of_extension (id int); CREATE EXTENSION IF NOT EXISTS plpgsql;
    ALTER EXTENSION plpgsql ADD TABLE of_extension`;
  await runIn(database.folder, extension, database.name);
  await (await open(database.url))[Symbol.asyncDispose]();
  expect(await tablesIn(database)).toContain('release');
});

test('refuses a database whose encoding cannot store every text', async () => {
  const bytes = `TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'`;
  await using database = await testDatabase(bytes);
  const refusal = { ...settings, message: /SQL_ASCII.*ENCODING 'UTF8'/ };
  await expect(open(database.url)).rejects.toMatchObject(refusal);
});

test('asks for another owner of the database if its user may not create tables', async () => {
  await using database = await testDatabase();
  await using role = await testRole(database, 'secret');
  const url = database.url.replace('waymark@', `${role.name}:secret@`);
  await expect(open(url)).rejects.toMatchObject({ ...settings, message: /owner/ });
  await runIn(database.folder, `ALTER DATABASE ${database.name} OWNER TO ${role.name}`);
  await (await open(url))[Symbol.asyncDispose]();
});

test('distinguishes a database that does not answer from one that does not exist', async () => {
  await using database = await testDatabase();
  const missing = database.url.replace(database.name, 'not_there');
  await expect(open(missing)).rejects.toMatchObject({ ...settings, message: /is not there/ });
  await using proxy = await startProxy(database.folder);
  await proxy.refuse();
  const url = `postgres://waymark@127.0.0.1:${proxy.port}/${database.name}`;
  const lost = { name: 'DatabaseUnavailableError', message: /ECONNREFUSED/ };
  await expect(open(url)).rejects.toMatchObject(lost);
});

describe('a password in the address', () => {
  const shared = shareDatabase();
  const hostile = `p@ss:/?#%40 "quoted" 'é\\`;

  test('may have any characters', async () => {
    await using database = await testDatabase();
    await using role = await testRole(database, hostile);
    await runIn(database.folder, `ALTER DATABASE ${database.name} OWNER TO ${role.name}`);
    const user = `${role.name}:${encodeURIComponent(hostile)}@`;
    await (await open(database.url.replace('waymark@', user)))[Symbol.asyncDispose]();
  });

  test.each([
    ['is wrong', (url: string) => url],
    ['is for a database that is not there', (url: string) => `${url}x`],
    ['is for a host that is not there', (url: string) => url.replace(/@.*\//, '@localhost:1/')],
    ['is for a host that has no name', (url: string) => url.replace(/@.*\//, '@nobody.invalid/')],
    ['is not escaped', (url: string) => url.replace('hunter2%40', 'hunter2/#?')],
    ['is followed by nonsense', (url: string) => `${url}?sslmode=hunter2`],
  ])('never appears in the error if it %s', async (_, change) => {
    const database = shared();
    await using role = await testRole(database, 'right');
    const url = change(database.url.replace('waymark@', `${role.name}:hunter2%40%3A@`));
    const told = await shown(url);
    expect(told).not.toContain('it opened');
    expect(told).not.toContain('hunter2');
  });

  test('is asked for if it is missing, and the connection is closed', async () => {
    const database = shared();
    await using role = await testRole(database, 'right');
    await using proxy = await startProxy(database.folder);
    const url = `postgres://${role.name}@127.0.0.1:${proxy.port}/${database.name}`;
    await expect(open(url)).rejects.toMatchObject({
      ...settings,
      message: /requires a password, but DATABASE_URL has none/,
    });
    await eventually(() => proxy.connections).toBe(0);
  });
});

describe('TLS', () => {
  const shared = shareDatabase();
  const certificateOf = (name: string) =>
    generate([{ name: 'commonName', value: name }], {
      keyType: 'ec',
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'subjectAltName', altNames: [{ type: 2 as const, value: name }] },
      ],
    });

  /**
   * Opens a database over TLS with a certificate for `name`; returns "opened" or the error message.
   */
  async function opens(name: string, parameters: (file: string) => string): Promise<string> {
    const { private: key, cert } = await certificateOf(name);
    await using folder = await tempFolder();
    const file = join(folder.path, 'ca.pem');
    await writeFile(file, cert);
    const database = shared();
    await using proxy = await startProxy(database.folder, { key, cert });
    const url = `postgres://waymark@localhost:${proxy.port}/${database.name}?${parameters(file)}`;
    const opened = await open(url).catch(({ message }) => message);
    if (typeof opened === 'string') return opened;
    const { rows } = await sql`select 1`.execute(opened.db);
    await opened[Symbol.asyncDispose]();
    return rows.length === 1 ? 'opened' : '';
  }

  test.each([
    ['require', 'other.example', () => 'sslmode=require', /^opened$/],
    ['verify-full', 'localhost', (file) => `sslmode=verify-full&sslrootcert=${file}`, /^opened$/],
    ['verify-full and no authority', 'localhost', () => 'sslmode=verify-full', /self-signed/],
    [
      'verify-full',
      'other.example',
      (file) => `sslmode=verify-full&sslrootcert=${file}`,
      /altnames/,
    ],
    ['verify-ca', 'other.example', (file) => `sslmode=verify-ca&sslrootcert=${file}`, /^opened$/],
    ['verify-ca and no authority', 'localhost', () => 'sslmode=verify-ca', /Add sslrootcert/],
    ['a file that is not there', 'localhost', () => 'sslmode=require&sslrootcert=/no', /ENOENT/],
  ] as const satisfies [string, string, (file: string) => string, RegExp][])(
    'sslmode with %s and a server certificate for %s',
    async (_, name, parameters, outcome) => {
      expect(await opens(name, parameters)).toMatch(outcome);
    },
  );

  test('is never silently skipped if the server does not support it', async () => {
    const database = shared();
    await using proxy = await startProxy(database.folder);
    const url = `postgres://waymark@localhost:${proxy.port}/${database.name}?sslmode=require`;
    await expect(open(url)).rejects.toThrow(/does not offer TLS\. Remove sslmode/);
  });
});

test('orders texts by their bytes, and stores them unchanged', async () => {
  await using database = await testDatabase();
  await using opened = await open(database.url);
  const texts = [
    'a',
    'B',
    'Z',
    'ä',
    'é',
    'e\u0301',
    'ﬀ',
    '\u{1f600}',
    '\uffee',
    ' ',
    '_',
    '10',
    '9',
  ];
  const values = texts.map((name) => ({ id: name, name, slug: name }));
  await opened.db.insertInto('project').values(values).execute();
  const rows = await opened.db.selectFrom('project').select('name').orderBy('name').execute();
  const byBytes = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(rows.map(({ name }) => name)).toEqual(byBytes);
});

test('refuses a text with U+0000', async () => {
  await using database = await testDatabase();
  await using opened = await open(database.url);
  const insert = opened.db.insertInto('project').values({ id: 'a\0b', name: 'x', slug: 'x' });
  await expect(insert.execute()).rejects.toMatchObject({ code: '22021' });
});
