import type { DatabaseSync } from 'node:sqlite';
import { openConnection } from '../../../lib/database/connection.ts';
import { migratorsTables } from '../migrations/migrate.ts';

/** Tables of every version since the first. */
const ours = ['workspace', 'release'];

/** Opens a service's file, in which what is deleted is overwritten. @throws as `openConnection` */
export function openServiceFile(file: string): DatabaseSync {
  const connection = openConnection(file, ours, migratorsTables);
  connection.exec('PRAGMA secure_delete = ON');
  return connection;
}
