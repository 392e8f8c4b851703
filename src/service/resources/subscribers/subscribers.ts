import type { Database } from '../../../lib/database/database.ts';
import { Subscriber } from '../../../model/api/subscriber.ts';
import { json } from '../../database/columns.ts';
import { type List, type ListQuery, readPage } from '../../database/page.ts';

const list: List<Subscriber> = {
  row: Subscriber.extend({ lists: json(Subscriber.shape.lists) }),
  table: 'subscriber',
  by: 'created_at DESC',
  select: `
    SELECT id, email,
    (SELECT json_group_array(json_object('id', l.id, 'name', l.name) ORDER BY x.position)
     FROM subscription x JOIN subscriber_list l ON l.id = x.list_id
     WHERE x.subscriber_id = subscriber.id) AS lists,
    created_at, updated_at
    FROM subscriber`,
  conditions: {
    list_ids: `EXISTS (SELECT 1 FROM subscription AS x WHERE x.subscriber_id = subscriber.id
                 AND +x.list_id IN (SELECT value FROM json_each(:list_ids)))`,
  },
  ways: [
    {
      filters: ['list_ids'],
      from: 'subscription INDEXED BY subscription_newest',
      id: 'subscriber_id',
      anyOf: { filter: 'list_ids', column: 'list_id', of: 'subscriber_list' },
    },
  ],
};

/** One page of the subscribers, newest first. */
export function listSubscribers(database: Database, query: ListQuery): Subscriber[] {
  return readPage(database, list, query);
}
