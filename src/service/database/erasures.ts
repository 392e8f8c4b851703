import { digest } from '../../lib/digest.ts';
import type { Db, ErasedKind } from './schema.ts';

/**
 * Records an erasure in its transaction, so that restoring an earlier backup skips the row. Stores
 * only a digest of the id, because imported ids may be anything, even addresses.
 */
export async function recordErasure(
  db: Db,
  kind: ErasedKind,
  id: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('erasure')
    .values({ kind, sha256: digest(id), erased_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
