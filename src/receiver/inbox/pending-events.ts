import { z } from 'zod';
import { PendingEvent, type Resolution } from './event.ts';
import type { Inbox } from './open.ts';

/** The open pending events whose time has come, oldest first. */
export function dueEvents(inbox: Inbox, now: Date): PendingEvent[] {
  return inbox.all(
    PendingEvent,
    `SELECT id, release_id, looks AS attempts, first_look_at FROM event
     WHERE settled_at IS NULL AND due_at <= :now ORDER BY due_at, id`,
    { now: now.toISOString() },
  );
}

/**
 * When the next open pending event falls due after `since` whose time lay ahead when it came, in
 * milliseconds since 1970.
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

/** Writes down what a run means for a pending event. */
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
  /** How many runs have looked for it in vain: the name that `/status` shows. */
  looks: z.int(),
  why: z.string().nullable(),
});

const GivenUp = z.object({ id: z.string(), release_id: z.string().nullable(), why: z.string() });

/** What is open, earliest first and no more than `most`, and how many there are. */
export function pendingEvents(inbox: Inbox, most: number) {
  const count = inbox.get(
    z.object({ n: z.int() }),
    'SELECT count(*) AS n FROM event WHERE settled_at IS NULL',
  );
  const first = inbox.all(
    Waiting,
    `SELECT id, type, release_id, due_at, looks, why FROM event
     WHERE settled_at IS NULL ORDER BY due_at, id LIMIT :most`,
    { most },
  );
  return { count: count?.n ?? 0, first };
}

/** How many events are open whose time has come, and since when the first of them is. */
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

/** The pending events that were given up, the latest first and no more than `most`. */
export function givenUp(inbox: Inbox, most: number): z.infer<typeof GivenUp>[] {
  return inbox.all(
    GivenUp,
    `SELECT id, release_id, why FROM event WHERE outcome = 'given-up'
     ORDER BY settled_at DESC LIMIT :most`,
    { most },
  );
}
