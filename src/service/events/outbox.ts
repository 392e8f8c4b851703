import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { retryAt } from './retry.ts';

const Delivery = z.object({
  event_id: z.string(),
  hook_id: z.string(),
  attempts: z.int(),
  payload: z.string(),
  url: z.string(),
  secret: z.string(),
  /** Those before it, joined by spaces, while they still sign. */
  previous_secret: z.string().nullable(),
});
/** One event on its way to one hook. */
export type Delivery = z.infer<typeof Delivery>;

/** What came of an attempt. */
export type Outcome = { kind: 'delivered' } | { kind: 'gone' } | { kind: 'failed'; why: string };

/**
 * The oldest delivery that is due for each hook, but for the hooks that are busy: one at a time
 * each, so that a slow one holds up nobody else and none gets its events in a rush.
 */
export function dueDeliveries(database: Database, now: Date, busy: Iterable<string>): Delivery[] {
  return database.all(
    Delivery,
    // Looked up hook by hook: a backlog costs no more than one that waits.
    `SELECT event_id, hook_id, attempts, payload, url, secret,
       CASE WHEN previous_secret_until > :now THEN previous_secret END AS previous_secret
     FROM hook
     JOIN delivery ON hook_id = hook.id AND event_id =
       (SELECT event_id FROM delivery INDEXED BY delivery_hook
        WHERE hook_id = hook.id AND due_at <= :now ORDER BY due_at LIMIT 1)
     JOIN event ON event.id = event_id
     WHERE hook.id NOT IN (SELECT value FROM json_each(:busy))`,
    { now: now.toISOString(), busy: JSON.stringify([...busy]) },
  );
}

/** When the next delivery after now is due, in milliseconds since 1970. */
export function nextDelivery(database: Database, now: Date): number | undefined {
  const row = database.get(
    z.object({ due_at: z.string().nullable() }),
    'SELECT min(due_at) AS due_at FROM delivery WHERE due_at > :now',
    { now: now.toISOString() },
  );
  return row?.due_at ? Date.parse(row.due_at) : undefined;
}

/**
 * Makes due what was put off by a clock that ran ahead and was set back since: it would wait for
 * that time to come again.
 */
export function forgetFuture(database: Database, now: Date): void {
  database.run(
    `UPDATE delivery SET due_at = :now
     WHERE due_at > :now AND (attempted_at IS NULL OR attempted_at > :now)`,
    { now: now.toISOString() },
  );
}

/** Writes down what came of an attempt, and when there will be another. */
export function settleDelivery(
  database: Database,
  delivery: Delivery,
  outcome: Outcome,
  { now, random }: { now: Date; random: () => number },
): void {
  const { event_id, hook_id } = delivery;
  const attempts = delivery.attempts + 1;
  const due = outcome.kind === 'failed' ? retryAt(attempts, now, random) : undefined;
  const attempted_at = now.toISOString();
  const written = { event_id, hook_id, attempts, attempted_at, outcome: told(outcome) };
  database.transaction(() => {
    database.run(
      `UPDATE delivery SET attempts = :attempts, attempted_at = :attempted_at, due_at = :due_at,
         outcome = :outcome
       WHERE event_id = :event_id AND hook_id = :hook_id`,
      { ...written, due_at: due?.toISOString() ?? null },
    );
    if (outcome.kind === 'gone') disable(database, hook_id, now);
  });
}

/** The hook said that it will never listen again (Standard Webhooks: 410): nothing waits for it. */
function disable(database: Database, hook_id: string, now: Date): void {
  database.run('UPDATE hook SET disabled_at = :now WHERE id = :hook_id', {
    hook_id,
    now: now.toISOString(),
  });
  database.run(
    `UPDATE delivery SET due_at = NULL, outcome = 'gone'
     WHERE hook_id = :hook_id AND due_at IS NOT NULL`,
    { hook_id },
  );
}

function told(outcome: Outcome): string {
  return outcome.kind === 'failed' ? `failed: ${outcome.why}` : outcome.kind;
}
