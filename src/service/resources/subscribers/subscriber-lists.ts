import { SubscriberList } from '../../contract/resources.ts';
import { hasChanged } from '../../database/queries.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';

export async function readSubscriberList(db: Db, id: string): Promise<SubscriberList | undefined> {
  const row = await selectLists(db).where('id', '=', id).executeTakeFirst();
  return row && SubscriberList.parse(row);
}

/** All lists, sorted by name. The API has no endpoint for lists. */
export async function allSubscriberLists(db: Db): Promise<SubscriberList[]> {
  const rows = await selectLists(db).orderBy('name').orderBy('id').execute();
  return rows.map((row) => SubscriberList.parse(row));
}

/** Adds a list without subscribers. */
export function createSubscriberList(
  db: Db,
  { id, name, now }: { id: string; name: string; now: Date },
): Promise<SubscriberList | undefined> {
  const created_at = now.toISOString();
  const list = { id, name, created_at, updated_at: created_at };
  return inTransaction(db, async (db) => {
    await db.insertInto('subscriber_list').values(list).execute();
    return readSubscriberList(db, id);
  });
}

/** Renames a list. Returns undefined if there is no such list. */
export function renameSubscriberList(
  db: Db,
  { id, name, now }: { id: string; name: string; now: Date },
): Promise<SubscriberList | undefined> {
  // In a transaction, because imports read a whole list and then write it, which would undo a
  // change made in between.
  return inTransaction(db, async (db) => {
    await db
      .updateTable('subscriber_list')
      .set({ name, updated_at: now.toISOString() })
      .where('id', '=', id)
      .execute();
    return readSubscriberList(db, id);
  });
}

/** Removes a list but not its subscribers; false if there is no such list. */
export function deleteSubscriberList(db: Db, id: string): Promise<boolean> {
  // In a transaction, so that the list is not removed while a subscriber is being added to it.
  return inTransaction(db, (db) =>
    hasChanged(db.deleteFrom('subscriber_list').where('id', '=', id)),
  );
}

function selectLists(db: Db) {
  return db
    .selectFrom('subscriber_list')
    .select(['id', 'name', 'created_at', 'updated_at'])
    .select((eb) =>
      eb
        .selectFrom('subscription as x')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('x.list_id', '=', 'subscriber_list.id')
        .as('subscriber_count'),
    );
}
