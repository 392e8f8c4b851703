import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Migrations, NewerSchemaError } from '../migrate.ts';
import { sharedMigrations } from '../shared.ts';
import { rebuild } from './rebuild.ts';

/**
 * All migrations, in order. Migrations that only SQLite has use `connection` directly, within the
 * migrator's transaction.
 */
export function sqliteMigrations(connection: DatabaseSync): Migrations {
  return {
    '0001-take-over': { up: async () => takeOver(connection) },
    '0002-plain-lists': { up: async () => rebuild(connection) },
    ...sharedMigrations,
  };
}

const Version = z.object({ user_version: z.int() });

/**
 * Before there were migrations, `user_version` counted the changes of the schema. This is the
 * highest number that was used.
 */
export const maxSteps = 7;

/** Raises `user_version`, so that versions of Waymark without migrations refuse the file. */
function takeOver(connection: DatabaseSync): void {
  const { user_version: taken } = Version.parse(connection.prepare('PRAGMA user_version').get());
  if (taken > maxSteps)
    throw new NewerSchemaError(
      `it was written by a newer Waymark (schema ${taken}; this version supports ${maxSteps}). Update Waymark to open it`,
    );
  connection.exec(`PRAGMA user_version = ${maxSteps + 1}`);
}
