import type { AddSubscriber } from '../../contract/requests.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { invalidFields } from '../../refused-error.ts';
import { readSubscriberList } from './subscriber-lists.ts';
import { findByEmail } from './subscribers.ts';

/**
 * Adds a subscriber with an address and lists. If the address (ignoring case) already has a
 * subscriber, only adds the lists to that subscriber. The result is the same for new and known
 * addresses, so that it does not reveal who is a subscriber.
 * @throws RefusedError if a list does not exist
 */
export function addSubscriber(
  db: Db,
  { email, list_ids }: AddSubscriber,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  return inTransaction(db, async (db) => {
    for (const list of list_ids)
      if (!(await readSubscriberList(db, list)))
        throw invalidFields({ list_ids: 'expected ids of subscriber lists' });
    const updated_at = now.toISOString();
    const known = await findByEmail(db, email);
    const subscriber = { id, email, created_at: updated_at, updated_at };
    if (known)
      await db.updateTable('subscriber').set({ updated_at }).where('id', '=', known).execute();
    else await db.insertInto('subscriber').values(subscriber).execute();
    await subscribe(db, known ?? id, list_ids);
  });
}

export async function subscribe(
  db: Db,
  subscriber_id: string,
  list_ids: readonly string[],
): Promise<void> {
  for (const list_id of list_ids)
    await db
      .insertInto('subscription')
      .values((eb) => ({
        subscriber_id,
        list_id,
        position: eb
          .selectFrom('subscription')
          .select((of) => of(of.fn.coalesce(of.fn.max('position'), of.lit(-1)), '+', 1).as('next'))
          .where('subscriber_id', '=', subscriber_id),
      }))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
