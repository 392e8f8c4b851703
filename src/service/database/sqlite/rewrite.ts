import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { rewrittenVersion } from '../migrations/sqlite/take-over.ts';

const Version = z.object({ user_version: z.int() });

/**
 * Writes a file of an older Waymark anew, once: what was deleted from it then may still be found in
 * it. Where it cannot be done now, as others use the file or the disk is full, the next start does.
 */
export function rewriteOnce(connection: DatabaseSync): void {
  const { user_version } = Version.parse(connection.prepare('PRAGMA user_version').get());
  if (user_version >= rewrittenVersion) return;
  try {
    if (rewrite(connection)) connection.exec(`PRAGMA user_version = ${rewrittenVersion}`);
  } catch {
    // Nothing depends on it: a subscriber who is erased is looked for in the file anyway.
  }
}

/** Writes a file anew, without what was deleted; false where the old pages are still there. */
export function rewrite(connection: DatabaseSync): boolean {
  connection.exec('VACUUM');
  return emptyLog(connection);
}

const Checkpointed = z.object({ busy: z.int() });

/** Takes over all that the log of writes holds, and empties it; false where somebody reads it. */
export function emptyLog(connection: DatabaseSync): boolean {
  const row = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  return Checkpointed.parse(row).busy === 0;
}
