import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { endLease, hasLease } from './leases.ts';
import type { Delivery } from './outbox.ts';

/**
 * Writes down that an attempt begins, which is not over until it is settled: a change from now on is
 * told of anew, as the hook may look before it. In a transaction, so that a change which is being
 * written is either there when the hook looks, or sees this. False, and nothing is written, where the
 * lease was lost.
 */
export function beginDelivery(db: Db, delivery: Delivery, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    if (!(await hasLease(db, delivery))) return false;
    await setBegun(db, delivery, now.toISOString());
    return true;
  });
}

/** Ends the lease on a delivery of which nothing came: it was not sent, or broken off. */
export function leaveDelivery(db: Db, delivery: Delivery): Promise<void> {
  return inTransaction(db, async (db) => {
    if (await endLease(db, delivery)) await setBegun(db, delivery, null);
  });
}

async function setBegun(
  db: Db,
  { event_id, hook_id }: Delivery,
  begun_at: string | null,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ begun_at })
    .where('event_id', '=', event_id)
    .where('hook_id', '=', hook_id)
    .execute();
}
