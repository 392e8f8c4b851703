import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { EventName } from '../../model/api/event.ts';

const Record = z.object({
  event_id: z.string(),
  name: EventName,
  release_id: z.string(),
  hook_id: z.string(),
  attempts: z.int(),
  attempted_at: z.string().nullable(),
  /** When it is tried next; null where it is over. */
  due_at: z.string().nullable(),
  /** What came of the last attempt: `delivered`, `gone`, or `failed: ` and why. */
  outcome: z.string().nullable(),
});
export type DeliveryRecord = z.infer<typeof Record>;

/** Tried for the last time, in vain. */
const isFailed = `due_at IS NULL AND outcome <> 'delivered'`;

/** What became of deliveries, those of the newest events first. */
export function listDeliveries(
  database: Database,
  { hook, failed, limit }: { hook?: string | undefined; failed: boolean; limit: number },
): DeliveryRecord[] {
  return database.all(
    Record,
    `SELECT event_id, name, release_id, hook_id, attempts, attempted_at, due_at, outcome
     FROM delivery JOIN event ON event.id = event_id
     WHERE (:hook IS NULL OR hook_id = :hook) ${failed ? `AND ${isFailed}` : ''}
     ORDER BY event.created_at DESC, event_id, hook_id LIMIT :limit`,
    { hook: hook ?? null, limit },
  );
}

/** How many deliveries were tried for the last time, in vain. */
export function countFailed(database: Database): number {
  const sql = `SELECT count(*) AS n FROM delivery WHERE ${isFailed}`;
  return database.get(z.object({ n: z.int() }), sql)?.n ?? 0;
}

/**
 * Begins anew with what is over: the deliveries of an event, or all that failed of a hook. Those of
 * a hook that is disabled stay as they are. Gives how many.
 */
export function redeliver(database: Database, id: string, now: Date): number {
  return database.run(
    // Due at their own times, which are past, so that they go in their order.
    `UPDATE delivery SET attempts = 0, outcome = NULL,
       due_at = min(:now, (SELECT created_at FROM event WHERE event.id = event_id))
     WHERE ((event_id = :id AND due_at IS NULL) OR (hook_id = :id AND ${isFailed}))
       AND hook_id IN (SELECT id FROM hook WHERE disabled_at IS NULL)`,
    { id, now: now.toISOString() },
  );
}
