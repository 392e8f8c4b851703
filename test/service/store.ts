import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../src/service/database/engine.ts';
import type { DatabaseLocation } from '../../src/service/database/location.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import { refilledDatabases } from '../support/postgres/refilled.ts';
import { type TestDatabase, testDatabase } from '../support/postgres/test-database.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Where a service keeps its data, for what outlives it; gone when the test ends. */
export interface Store extends AsyncDisposable {
  location: DatabaseLocation;
}

type Made = (fill: (db: Db) => Promise<unknown>) => () => Promise<Store>;

/** The engine that the project of tests asks for (`vitest.config.ts`). */
const ownEngine = () => (process.env.SERVICE_ENGINE ?? 'sqlite') as Engine;

/** A place for a database where none is yet. */
export function emptyStore(engine = ownEngine()): Promise<Store> {
  return empty[engine]();
}

/**
 * Gives databases that were filled once, by the first who asks: taking the schema's steps anew takes
 * most of a start.
 */
export const storeWith: Made = (fill) => {
  const makes = { sqlite: filesWith(fill), postgres: databasesWith(fill) };
  return () => makes[ownEngine()]();
};

/** The file of a database that is one. */
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

const filesWith: Made = (fill) => {
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
};

const databasesWith: Made = (fill) => {
  const next = refilledDatabases((database) => fillStore(toStore(database), fill));
  return async () => toStore(await next());
};

function toStore(database: TestDatabase): Store {
  return { ...database, location: { engine: 'postgres', url: database.url } };
}

async function fillStore(
  { location }: Pick<Store, 'location'>,
  fill: (db: Db) => Promise<unknown>,
): Promise<void> {
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
