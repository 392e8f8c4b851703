import { z } from 'zod';
import type { Database } from '../../../lib/database/database.ts';
import type { AddSubscriber } from '../../../model/api/requests.ts';
import { upsert } from '../../database/upsert.ts';
import { readSubscriberList } from './subscriber-lists.ts';

export type Added = { kind: 'added' } | { kind: 'invalid'; details: Record<string, string> };

/**
 * Adds an address to the subscribers and to the lists named; one that is known already is only
 * added to the lists. The outcome is the same for both, as it must not tell who subscribes.
 */
export function addSubscriber(
  database: Database,
  { email, list_ids }: AddSubscriber,
  { id, now }: { id: string; now: Date },
): Added {
  return database.transaction((): Added => {
    if (list_ids.some((list) => !readSubscriberList(database, list)))
      return { kind: 'invalid', details: { list_ids: 'expected ids of subscriber lists' } };
    const updated_at = now.toISOString();
    const known = find(database, email);
    const subscriber = known ?? { id, email, created_at: updated_at };
    upsert(database, 'subscriber', { ...subscriber, updated_at });
    for (const list of list_ids) subscribe(database, subscriber.id, list);
    return { kind: 'added' };
  });
}

function find(database: Database, email: string) {
  return database.get(
    z.object({ id: z.string(), email: z.string(), created_at: z.string() }),
    'SELECT id, email, created_at FROM subscriber WHERE email = :email ORDER BY created_at, id',
    { email },
  );
}

function subscribe(database: Database, subscriber: string, list: string): void {
  database.run(
    `INSERT OR IGNORE INTO subscription (subscriber_id, list_id, position)
     VALUES (:subscriber, :list,
       (SELECT count(*) FROM subscription WHERE subscriber_id = :subscriber))`,
    { subscriber, list },
  );
}
