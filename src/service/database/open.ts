import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { SettingsError } from '../../model/errors.ts';
import { type Database, wrapDatabase } from './database.ts';
import { migrations } from './migrations.ts';

/**
 * Opens a database file, creating it where it is missing, and takes the migrations it lacks.
 * @throws SettingsError when the file cannot be used, with what to do about it.
 */
export function openDatabase(file: string): Database {
  let database: Database | undefined;
  try {
    // Another process (`hooks add`, an import) may be writing: wait for it rather than fail.
    database = wrapDatabase(new DatabaseSync(file, { timeout: 5000 }));
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
    `);
    migrate(database);
    return database;
  } catch (error) {
    database?.[Symbol.dispose]();
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `The database ${file} cannot be opened (${error instanceof Error ? error.message : error}). Choose another file with --database, in a folder that exists and can be written.`,
      { cause: error },
    );
  }
}

function migrate(database: Database): void {
  database.transaction(() => {
    const taken = version(database);
    if (taken > migrations.length)
      throw new SettingsError(
        `The database was written by a newer Waymark (schema ${taken}, this one knows ${migrations.length}). Update Waymark, or choose another file with --database.`,
      );
    for (const step of migrations.slice(taken)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function version(database: Database): number {
  const row = database.get(z.object({ user_version: z.int() }), 'PRAGMA user_version');
  return row?.user_version ?? 0;
}
