import { sql } from 'kysely';
import type { Migrations } from '../migrate.ts';
import { sharedMigrations } from '../shared.ts';
import { firstTables } from './first-schema.ts';
import { requestCounts } from './request-counts.ts';

/** In every database of the service's. */
export const firstMigration = '0001-first-schema';

/** What a database lacks, in order. */
export const postgresMigrations: Migrations = {
  [firstMigration]: {
    up: async (db) => {
      await sql.raw(firstTables).execute(db);
    },
  },
  ...sharedMigrations,
  '0005-request-counts': {
    up: async (db) => {
      await sql.raw(requestCounts).execute(db);
    },
  },
};
