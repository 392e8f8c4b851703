import { digest } from '../../lib/digest.ts';
import type { Db, ErasedKind } from './schema.ts';

/**
 * Records an erasure, so that restoring an earlier backup does not bring the row back. Must run in
 * the transaction that erases the row. Stores only a digest of the id, because imported ids may be
 * personal data, such as an address.
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
