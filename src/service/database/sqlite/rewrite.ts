import { z } from 'zod';
import { DatabaseUnavailableError, explaining } from '../../../lib/database/unavailable.ts';
import { openServiceFile } from './file.ts';

const Checkpointed = z.object({ busy: z.int() });

/**
 * Rewrites a file (`VACUUM`) and empties its WAL, so that neither contains deleted data.
 * `secure_delete` alone is not enough: when SQLite moves rows to other pages, copies may remain in
 * the old pages.
 * @returns false if another connection uses the WAL, or the disk is full
 */
export function rewriteFile(file: string, waitMs: number | undefined): boolean {
  const connection = openServiceFile(file);
  try {
    if (waitMs !== undefined) connection.exec(`PRAGMA busy_timeout = ${waitMs}`);
    return explaining(() => {
      connection.exec('VACUUM');
      const row = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      return Checkpointed.parse(row).busy === 0;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return false;
    throw error;
  } finally {
    connection.close();
  }
}
