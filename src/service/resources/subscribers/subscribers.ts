import { sql } from 'kysely';
import { Subscriber } from '../../contract/subscriber.ts';
import { json } from '../../database/columns.ts';
import { wordsOf } from '../../database/engine.ts';
import { fixedText } from '../../database/fixed-text.ts';
import { isLinkedToAny } from '../../database/links.ts';
import { type PageQuery, paged } from '../../database/page.ts';
import type { Db } from '../../database/schema.ts';

interface SubscriberQuery extends PageQuery {
  /** Those that are on any of these. */
  list_ids?: string[] | undefined;
}

const Row = Subscriber.extend({ lists: json(Subscriber.shape.lists) });

/** One page of the subscribers, newest first. */
export async function listSubscribers(db: Db, query: SubscriberQuery): Promise<Subscriber[]> {
  const { rows } =
    await sql`${selectSubscribers(db)} where subscriber.id in ${await idsOf(db, query)}
    order by subscriber.created_at desc, subscriber.id`.execute(db);
  return rows.map((row) => Row.parse(row));
}

/** The subscriber with this id. */
export async function readSubscriber(db: Db, id: string): Promise<Subscriber | undefined> {
  const { rows } = await sql`${selectSubscribers(db)} where subscriber.id = ${id}`.execute(db);
  return rows.length > 0 ? Row.parse(rows[0]) : undefined;
}

const selectSubscribers = fixedText((db) =>
  db
    .selectFrom('subscriber')
    .select(['id', 'email', listsOf(db).as('lists'), 'created_at', 'updated_at']),
);

async function idsOf(db: Db, { list_ids, ...page }: SubscriberQuery) {
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
