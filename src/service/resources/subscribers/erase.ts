import { digest } from '../../../lib/digest.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';

/**
 * Removes a subscriber and all that is known of whoever it is; what is left is a digest of the id,
 * so that an older data set does not bring the address back.
 */
export function eraseSubscriber(db: Db, id: string, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    await db.deleteFrom('subscriber').where('id', '=', id).execute();
    await db
      .insertInto('erased_subscriber')
      .values({ id_sha256: digest(id), erased_at: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Whether the subscriber who had this id was erased. */
export async function isErased(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('erased_subscriber')
    .select('erased_at')
    .where('id_sha256', '=', digest(id))
    .executeTakeFirst();
  return row !== undefined;
}
