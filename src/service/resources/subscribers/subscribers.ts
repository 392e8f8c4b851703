import { sql } from 'kysely';
import { digest } from '../../../lib/digest.ts';
import type { ListSubscribers } from '../../contract/lists.ts';
import { Subscriber } from '../../contract/resources.ts';
import { json } from '../../database/columns.ts';
import { wordsOf } from '../../database/engine.ts';
import { recordErasure } from '../../database/erasures.ts';
import { isLinkedToAny } from '../../database/links.ts';
import { fixedText, paged } from '../../database/queries.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';

const Row = Subscriber.extend({ lists: json(Subscriber.shape.lists) });

/** One page of the subscribers, newest first. */
export async function listSubscribers(db: Db, query: ListSubscribers): Promise<Subscriber[]> {
  const { rows } =
    await sql`${selectSubscribers(db)} where subscriber.id in ${await idsOf(db, query)}
    order by subscriber.created_at desc, subscriber.id`.execute(db);
  return rows.map((row) => Row.parse(row));
}

export async function readSubscriber(db: Db, id: string): Promise<Subscriber | undefined> {
  const { rows } = await sql`${selectSubscribers(db)} where subscriber.id = ${id}`.execute(db);
  return rows.length > 0 ? Row.parse(rows[0]) : undefined;
}

const selectSubscribers = fixedText((db) =>
  db
    .selectFrom('subscriber')
    .select(['id', 'email', listsOf(db).as('lists'), 'created_at', 'updated_at']),
);

async function idsOf(db: Db, { list_ids, ...page }: ListSubscribers) {
  let ids = db.selectFrom('subscriber').select('id');
  if (list_ids !== undefined)
    ids = ids.where(await isLinkedToAny(db, 'subscription', 'subscriber.id', list_ids));
  return paged(ids.orderBy('created_at', 'desc').orderBy('id'), page);
}

function listsOf(db: Db) {
  return wordsOf(db).jsonArrayFrom(
    db
      .selectFrom('subscription as x')
      .innerJoin('subscriber_list as l', 'l.id', 'x.list_id')
      .select(['l.id', 'l.name'])
      .where('x.subscriber_id', '=', sql.ref<string>('subscriber.id'))
      .orderBy('x.position'),
  );
}

/** Finds a subscriber by address, ignoring the case of A to Z. */
export async function findByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where(wordsOf(db).foldedEmail, '=', foldEmail(email))
    .executeTakeFirst();
  return row?.id;
}

/**
 * Converts A to Z in an address to lower case, as the database does. Other letters do not change,
 * because their lower case can depend on the language.
 */
export function foldEmail(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Removes a subscriber and all personal data. Only a digest of the id remains, so that importing an
 * older data set does not add the subscriber again.
 */
export function eraseSubscriber(db: Db, id: string, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    await db.deleteFrom('subscriber').where('id', '=', id).execute();
    await recordErasure(db, 'subscriber', id, now);
  });
}

export async function isErased(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('erasure')
    .select('erased_at')
    .where('kind', '=', 'subscriber')
    .where('sha256', '=', digest(id))
    .executeTakeFirst();
  return row !== undefined;
}
