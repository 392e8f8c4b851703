import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../src/service/database/engine.ts';
import type { DatabaseLocation } from '../../src/service/database/location.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import { refilledDatabases } from '../support/postgres/refilled.ts';
import { type TestDatabase, testDatabase } from '../support/postgres/test-database.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A place for data that outlives a service, and is removed when the test ends. */
export interface Store extends AsyncDisposable {
  location: DatabaseLocation;
}

type Fill = (db: Db) => Promise<unknown>;

/** The engine of the current project of tests (`vitest.config.ts`). */
const ownEngine = () => (process.env.SERVICE_ENGINE ?? 'sqlite') as Engine;

/** A store whose database has no tables yet. */
export function emptyStore(engine = ownEngine()): Promise<Store> {
  return empty[engine]();
}

/**
 * Returns a function that makes stores with the same data. Only the first one is filled, and then
 * copied, because the migrations take most of the time of a start.
 */
export function storeWith(fill: Fill): () => Promise<Store> {
  const makes = { sqlite: filesWith(fill), postgres: databasesWith(fill) };
  return () => makes[ownEngine()]();
}

/** A store with all tables and no data. */
export const migratedStore = storeWith(async () => {});

/** The same, always on SQLite. */
export const migratedFile = filesWith(async () => {});

/** The database file of a store on SQLite. */
export function fileOf({ location }: Pick<Store, 'location'>): string {
  if (location.engine === 'sqlite') return location.file;
  throw new Error('this test is of files: see sqliteAlone in vitest.config.ts');
}

const empty = {
  async sqlite(): Promise<Store> {
    const folder = await tempFolder();
    const file = join(folder.path, 'test.db');
    return { ...folder, location: { engine: 'sqlite', file } };
  },
  postgres: async () => toStore(await testDatabase()),
};

function filesWith(fill: Fill): () => Promise<Store> {
  const made = once(async () => {
    await using store = await empty.sqlite();
    await fillStore(store, fill);
    return await readFile(fileOf(store));
  });
  return async () => {
    const [bytes, store] = await Promise.all([made(), empty.sqlite()]);
    await writeFile(fileOf(store), bytes);
    return store;
  };
}

function databasesWith(fill: Fill): () => Promise<Store> {
  const next = refilledDatabases((database) => fillStore(toStore(database), fill));
  return async () => toStore(await next());
}

function toStore(database: TestDatabase): Store {
  return { ...database, location: { engine: 'postgres', url: database.url } };
}

async function fillStore({ location }: Pick<Store, 'location'>, fill: Fill): Promise<void> {
  await using database = await openDatabase(location);
  await fill(database.db);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
