import type { DatabaseSync } from 'node:sqlite';
import type { Migrations } from '../migrate.ts';
import { sharedMigrations } from '../shared.ts';
import { rebuild } from './rebuild.ts';
import { takeOver } from './take-over.ts';

/** What a file lacks, in order; each runs on this connection, within the migrator's transaction. */
export function sqliteMigrations(connection: DatabaseSync): Migrations {
  return {
    '0001-take-over': { up: async () => takeOver(connection) },
    '0002-plain-lists': { up: async () => rebuild(connection) },
    ...sharedMigrations,
  };
}
