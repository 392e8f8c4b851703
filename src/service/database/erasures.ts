import { digest } from '../../lib/digest.ts';
import type { Db, ErasedKind } from './schema.ts';

/**
 * Writes down that a row was taken away for good, in the transaction that does so: restoring a
 * backup from before leaves it out. Only a digest of its id is kept, as an imported id may be
 * anything, an address too.
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
