import { type Alarm, createAlarm } from '../../lib/time/alarm.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { wordsOf } from '../database/engine.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { removeOldActivities } from '../keys/activity.ts';
import { removeUnusedUploads } from '../resources/uploads/uploads.ts';

const hour = 60 * 60_000;
/** How long an event is kept after its last attempt. */
const retentionMs = 30 * 24 * hour;
const maxAtOnce = 100;

/** Removes old events and unused files every hour. */
export function createPruner(options: {
  db: Db;
  clock: Clock;
  onError: (error: unknown) => void;
}): Alarm {
  const { db, clock, onError } = options;
  /**
   * Time of the next removal, in milliseconds since 1970. If the alarm rings earlier, nothing is
   * removed.
   */
  let next = 0;
  return createAlarm({ clock, onError, ring });

  async function ring(): Promise<number> {
    const now = clock.now().getTime();
    // If `next` is more than an hour ahead, the clock was set back, so `next` is ignored.
    if (now < next && next <= now + hour) return next;
    const isMore = await prune(db, new Date(now));
    // If more rows are left, the alarm rings again after a second, so that requests can run between
    // batches.
    next = isMore ? now : now + hour;
    return next;
  }
}

/**
 * Removes a batch of unused files and a batch of old events without pending deliveries. Returns
 * whether there may be more.
 */
async function prune(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - retentionMs).toISOString();
  const events = await inTransaction(db, async (db) => {
    await db
      .updateTable('hook')
      .set({ previous_secret: null, previous_secret_until: null })
      .where('previous_secret_until', '<=', now.toISOString())
      .execute();
    return remove(db, await longOver(db, before));
  });
  await inTransaction(db, (db) => removeOldActivities(db, now));
  return (await removeUnusedUploads(db, now)) || events === maxAtOnce;
}

/** The oldest events that have neither pending deliveries nor recent attempts. */
function longOver(db: Db, before: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('event')
    .select('id')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery')
            .select('event_id')
            .whereRef('event_id', '=', 'event.id')
            .where((eb) => eb.or([eb('due_at', 'is not', null), eb('attempted_at', '>=', before)])),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(maxAtOnce)
    .execute();
}

/** Removes all events of a release, because they contain its text. */
export async function removeEventsOf(db: Db, release_id: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const events = db.selectFrom('event').select('id').where('release_id', '=', release_id);
    await remove(db, await events.execute());
  });
}

async function remove(db: Db, events: readonly { id: string }[]): Promise<number> {
  if (events.length === 0) return 0;
  const ids = events.map(({ id }) => id);
  const { isAmong } = wordsOf(db);
  await db.deleteFrom('delivery').where(isAmong('event_id', ids)).execute();
  await db.deleteFrom('event').where(isAmong('id', ids)).execute();
  return ids.length;
}
