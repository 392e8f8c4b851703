import type { Database } from '../../../lib/database/database.ts';
import { SubscriberList } from '../../../model/api/subscriber.ts';
import { upsert } from '../../database/upsert.ts';

const select = `
  SELECT id, name,
  (SELECT count(*) FROM subscription WHERE list_id = subscriber_list.id) AS subscriber_count,
  created_at, updated_at
  FROM subscriber_list`;

/** The subscriber list with this id. */
export function readSubscriberList(database: Database, id: string): SubscriberList | undefined {
  return database.get(SubscriberList, `${select} WHERE id = :id`, { id });
}

/** All subscriber lists, by name; the API shows them inside subscribers alone. */
export function allSubscriberLists(database: Database): SubscriberList[] {
  return database.all(SubscriberList, `${select} ORDER BY name, id`);
}

/** Adds an empty list. */
export function createSubscriberList(
  database: Database,
  { id, name, now }: { id: string; name: string; now: Date },
): SubscriberList | undefined {
  const created_at = now.toISOString();
  upsert(database, 'subscriber_list', { id, name, created_at, updated_at: created_at });
  return readSubscriberList(database, id);
}

/** Gives a list another name; undefined where there is none. */
export function renameSubscriberList(
  database: Database,
  { id, name, now }: { id: string; name: string; now: Date },
): SubscriberList | undefined {
  database.run('UPDATE subscriber_list SET name = :name, updated_at = :now WHERE id = :id', {
    id,
    name,
    now: now.toISOString(),
  });
  return readSubscriberList(database, id);
}

/** Removes a list; its subscribers stay. False where there is none. */
export function deleteSubscriberList(database: Database, id: string): boolean {
  return database.run('DELETE FROM subscriber_list WHERE id = :id', { id }) > 0;
}
