import { resolve } from 'node:path';
import { z } from 'zod';
import { DatabaseError, openConnection, openingFailed } from './connection.ts';
import { type Database, wrapDatabase } from './database.ts';
import { watchFile } from './file.ts';

/**
 * Opens a database file, creating it if needed, and applies the missing migrations. SQLite's
 * `user_version` is the number of applied migrations. Commits survive a power cut. The database of
 * another program is left unchanged.
 * @param migrations append only: a released step must never change
 * @param tables those that every schema version has; a database without them belongs to another
 * program
 * @throws DatabaseError
 */
export function openDatabaseFile(
  file: string,
  migrations: readonly string[],
  tables: readonly string[],
): Database {
  let database: Database | undefined;
  try {
    let checkFile = () => {};
    database = wrapDatabase(openConnection(file, { tables }), () => checkFile());
    migrate(database, migrations);
    checkFile = watchFile(resolve(file));
    return database;
  } catch (error) {
    database?.[Symbol.dispose]();
    throw openingFailed(file, error);
  }
}

function migrate(database: Database, migrations: readonly string[]): void {
  // The version is first checked without a lock, because another process may hold the lock for
  // long.
  if (version(database) === migrations.length) return;
  database.transaction(() => {
    const taken = version(database);
    if (taken > migrations.length)
      throw new DatabaseError(
        `The database was written by a newer Waymark (schema ${taken}; this version supports ${migrations.length}). Update Waymark to open it.`,
      );
    for (const step of migrations.slice(taken)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function version(database: Database): number {
  const row = database.get(z.object({ user_version: z.int() }), 'PRAGMA user_version');
  return row?.user_version ?? 0;
}
