import type { DatabaseSync } from 'node:sqlite';
import { openConnection } from '../../../lib/database/connection.ts';
import { migratorsTables } from '../migrations/migrate.ts';

/** Tables of every schema version. */
export const ours = ['workspace', 'release'];

/**
 * Opens a service's file with `secure_delete`.
 * @param isAlone as `openConnection` has it
 * @throws as that
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
