import { z } from 'zod';
import { PendingEvent, type Resolution } from './event.ts';
import type { Inbox } from './open.ts';

/** Pending events that are due, oldest first. */
export function dueEvents(inbox: Inbox, now: Date): PendingEvent[] {
  return inbox.all(
    PendingEvent,
    `SELECT id, release_id, looks AS attempts, first_look_at FROM event
     WHERE settled_at IS NULL AND due_at <= :now ORDER BY due_at, id`,
    { now: now.toISOString() },
  );
}

/**
 * The first due time after `since` of a scheduled event, in milliseconds since 1970. Undefined if
 * there is none.
 */
export function nextDue(inbox: Inbox, since: Date): number | undefined {
  const row = inbox.get(
    z.object({ due_at: z.string().nullable() }),
    `SELECT min(due_at) AS due_at FROM event
     WHERE settled_at IS NULL AND due_at > :since AND due_at > received_at`,
    { since: since.toISOString() },
  );
  return row?.due_at ? Date.parse(row.due_at) : undefined;
}

/** Stores the state of a pending event after a run. */
export function resolvePending(
  inbox: Inbox,
  { id }: PendingEvent,
  resolution: Resolution,
  now: Date,
): void {
  const at = now.toISOString();
  const { why = null } = resolution;
  if (resolution.kind === 'moved')
    inbox.run(
      `UPDATE event SET due_at = :due_at, looks = 0, first_look_at = NULL, why = :why
       WHERE id = :id`,
      { id, why, due_at: resolution.at.toISOString() },
    );
  else if (resolution.kind === 'waiting')
    inbox.run('UPDATE event SET why = :why WHERE id = :id', { id, why });
  else if (resolution.kind === 'open')
    inbox.run(
      `UPDATE event SET looks = looks + 1, first_look_at = coalesce(first_look_at, :at), why = :why
       WHERE id = :id`,
      { id, why, at },
    );
  else
    inbox.run('UPDATE event SET settled_at = :at, outcome = :outcome, why = :why WHERE id = :id', {
      id,
      why,
      at,
      outcome: resolution.kind,
    });
}

const Waiting = z.object({
  id: z.string(),
  type: z.string().nullable(),
  release_id: z.string().nullable(),
  due_at: z.string(),
  /**
   * Number of runs after which the release was still not public. `/status` has a field of this
   * name.
   */
  looks: z.int(),
  why: z.string().nullable(),
});

const GivenUp = z.object({ id: z.string(), release_id: z.string().nullable(), why: z.string() });

/** The number of pending events, and the first `max` events in the order of their due time. */
export function pendingEvents(inbox: Inbox, max: number) {
  const count = inbox.get(
    z.object({ n: z.int() }),
    'SELECT count(*) AS n FROM event WHERE settled_at IS NULL',
  );
  const first = inbox.all(
    Waiting,
    `SELECT id, type, release_id, due_at, looks, why FROM event
     WHERE settled_at IS NULL ORDER BY due_at, id LIMIT :max`,
    { max },
  );
  return { count: count?.n ?? 0, first };
}

/** The number of pending events that are due, and the time at which the first one fell due. */
export function waitingEvents(
  inbox: Inbox,
  now: Date,
): { count: number; since: string | undefined } {
  const row = inbox.get(
    z.object({ n: z.int(), since: z.string().nullable() }),
    `SELECT count(*) AS n, min(due_at) AS since FROM event
     WHERE settled_at IS NULL AND due_at <= :now`,
    { now: now.toISOString() },
  );
  return { count: row?.n ?? 0, since: row?.since ?? undefined };
}

/** Events that were given up because their release did not become public in time. Latest first. */
export function givenUp(inbox: Inbox, max: number): z.infer<typeof GivenUp>[] {
  return inbox.all(
    GivenUp,
    `SELECT id, release_id, why FROM event WHERE outcome = 'given-up'
     ORDER BY settled_at DESC LIMIT :max`,
    { max },
  );
}
