import type { DatabaseSync } from 'node:sqlite';
import { openConnection } from '../../../lib/database/connection.ts';
import { migratorsTables } from '../migrations/migrate.ts';

/** Tables that every version of the service's schema has, by which its files are recognised. */
export const ours = ['workspace', 'release'];

/**
 * Opens the database file of a service, with `secure_delete` turned on.
 * @param isExclusive whether to fail if another connection has the file open
 * @throws the same errors as `openConnection`
 */
export function openServiceFile(file: string, isExclusive = false): DatabaseSync {
  const connection = openConnection(file, {
    tables: ours,
    neutralTables: migratorsTables,
    isExclusive,
  });
  connection.exec('PRAGMA secure_delete = ON');
  return connection;
}
