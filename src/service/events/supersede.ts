import type { ReleaseEventName } from '../contract/event.ts';
import { wordsOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { hasLease, type Lease } from './leases.ts';

/**
 * Drops pending deliveries to a hook if a delivery for a newer event of the same release is due, so
 * that no event arrives after a newer event. Call it with the oldest due delivery, while holding
 * the lease on the hook. Returns whether the given delivery was dropped.
 */
export async function supersede(
  db: Db,
  delivery: Lease & { event_id: string },
  now: Date,
): Promise<boolean> {
  const waiting = await waitingOfSameRelease(db, delivery);
  const at = now.toISOString();
  const due = waiting.filter(({ due_at }) => due_at !== null && due_at <= at);
  const newest =
    due
      .map(({ created_at }) => created_at)
      .toSorted()
      .at(-1) ?? '';
  const older = waiting.filter(({ created_at }) => created_at < newest).map(({ id }) => id);
  if (older.length === 0) return false;
  const isDropped = await inTransaction(db, async (db) => {
    if (!(await hasLease(db, delivery))) return false;
    await db
      .updateTable('delivery')
      .set({ due_at: null, begun_at: null, outcome: 'superseded' })
      .where('hook_id', '=', delivery.hook_id)
      .where('due_at', 'is not', null)
      .where(wordsOf(db).isAmong('event_id', older))
      .execute();
    return true;
  });
  return isDropped && older.includes(delivery.event_id);
}

/** Drops pending deliveries of a release's events of one name, because they no longer apply. */
export async function dropWaiting(
  db: Db,
  release_id: string,
  name: ReleaseEventName,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ due_at: null, begun_at: null, outcome: 'superseded' })
    .where('due_at', 'is not', null)
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('event')
        .select('id')
        .where('release_id', '=', release_id)
        .where('name', '=', name),
    )
    .execute();
}

function waitingOfSameRelease(
  db: Db,
  { event_id, hook_id }: { event_id: string; hook_id: string },
) {
  return db
    .selectFrom('event as one')
    .innerJoin('event', 'event.release_id', 'one.release_id')
    .innerJoin('delivery', 'delivery.event_id', 'event.id')
    .select(['event.id', 'event.created_at', 'delivery.due_at'])
    .where('one.id', '=', event_id)
    .where('delivery.hook_id', '=', hook_id)
    .where('delivery.due_at', 'is not', null)
    .execute();
}
