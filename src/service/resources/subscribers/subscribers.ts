import type { Database } from '../../../lib/database/database.ts';
import { Subscriber } from '../../../model/api/subscriber.ts';
import { json } from '../../database/columns.ts';
import { linkFilter } from '../../database/link-filter.ts';
import { type List, type ListQuery, readPage } from '../../database/page.ts';

const byLists = linkFilter({
  filter: 'list_ids',
  owner: { table: 'subscriber', index: 'subscriber_newest', bits: 'list_bits' },
  link: { table: 'subscription', owner: 'subscriber_id', column: 'list_id' },
  of: 'subscriber_list',
});

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
    list_ids: byLists.condition,
  },
  ways: [
    {
      filters: ['list_ids'],
      from: 'subscription INDEXED BY subscription_newest',
      id: 'subscriber_id',
      anyOf: byLists.anyOf,
    },
  ],
};

/** One page of the subscribers, newest first. */
export function listSubscribers(database: Database, query: ListQuery): Subscriber[] {
  return readPage(database, list, query);
}
