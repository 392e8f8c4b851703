import { digest } from '../../../lib/digest.ts';
import { recordErasure } from '../../database/erasures.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';

/**
 * Removes a subscriber and all that is known of whoever it is; what is left is a digest of the id,
 * so that no older data set brings the address back.
 */
export function eraseSubscriber(db: Db, id: string, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    await db.deleteFrom('subscriber').where('id', '=', id).execute();
    await recordErasure(db, 'subscriber', id, now);
  });
}

/** Whether the subscriber who had this id was erased. */
export async function isErased(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('erasure')
    .select('erased_at')
    .where('kind', '=', 'subscriber')
    .where('sha256', '=', digest(id))
    .executeTakeFirst();
  return row !== undefined;
}
