import { sql } from 'kysely';
import type { Migrations } from '../migrate.ts';
import { sharedMigrations } from '../shared.ts';
import { firstSchema } from './first-schema.ts';

/** In every database of the service's. */
export const firstMigration = '0001-first-schema';

/**
 * Requests of this minute, counted for all instances together. Nothing of it outlives a crash, so
 * that no request waits for the disk; rows have room to be changed where they are.
 */
const requestCounts = `
  CREATE UNLOGGED TABLE request_count (
    caller text COLLATE "C" PRIMARY KEY,
    minute integer NOT NULL,
    count integer NOT NULL
  ) WITH (fillfactor = 50);
`;

/** What a database lacks, in order. */
export const postgresMigrations: Migrations = {
  [firstMigration]: {
    up: async (db) => {
      await sql.raw(firstSchema).execute(db);
    },
  },
  ...sharedMigrations,
  '0005-request-counts': {
    up: async (db) => {
      await sql.raw(requestCounts).execute(db);
    },
  },
};
